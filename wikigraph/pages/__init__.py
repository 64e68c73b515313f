"""Files of wiki/ as text: taken apart, compared, patched, named; nothing here touches a disk."""
