"""The program's own text → every code that an error or a diagnostic can carry.

Found by reading the syntax trees: the first argument of `Diagnostic(…)` and of every subclass of WikigraphError, also
where a function hands its own parameter on as that argument ("not-read-{reason}").
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

Template = tuple[str, str]  # what stands before and behind the argument
PLAIN: Template = ("", "")

# Codes that no reading of one module can tell: the expression as it stands → what it can be.
DYNAMIC = {
    "f'page-{page.status}'": ("page-unsupported", "page-stale"),
}
# Code is made elsewhere and handed on; it is found where it is made.
_HANDED_ON = ("error.code", "problem.code", "code for code, message, line in body.diagnostics")
# Classes that are no error of ours but whose first argument becomes a code.
_CARRIERS = {"Diagnostic": PLAIN, "Undecodable": ("not-read-", "")}


@dataclass
class Codes:
    """What was found: code → names of the classes that carry it; expressions that could not be told."""

    carried: dict[str, set[str]] = field(default_factory=dict)
    exit_codes: dict[str, int] = field(default_factory=dict)  # of the error classes
    unknown: list[str] = field(default_factory=list)

    def add(self, code: str, carrier: str) -> None:
        self.carried.setdefault(code, set()).add(carrier)


@dataclass(frozen=True)
class _Sink:
    """A callable one of whose arguments becomes a code."""

    carrier: str
    position: int
    template: Template


def codes_of(package: Path) -> Codes:
    """Every code in a package, and every expression that may be one but cannot be told."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.rglob("*.py"))}
    classes = error_classes(trees.values())
    found = Codes(exit_codes=classes)
    for path, tree in trees.items():
        _Module(tree, path.relative_to(package).as_posix(), classes, found).read()
    return found


def error_classes(trees: Iterable[ast.Module]) -> dict[str, int]:
    """WikigraphError and its subclasses, by name, with the exit code that each states."""
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found = {"WikigraphError": 70}
    while True:
        more = {
            node.name: _exit_code(node)
            for node in nodes
            if node.name not in found and any(isinstance(base, ast.Name) and base.id in found for base in node.bases)
        }
        if not more:
            return found
        found |= more


def _exit_code(node: ast.ClassDef) -> int:
    for line in node.body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "exit_code":
            return int(ast.literal_eval(line.value))
    return 0


class _Module:
    def __init__(self, tree: ast.Module, name: str, classes: dict[str, int], found: Codes) -> None:
        self._tree = tree
        self._name = name
        self._found = found
        self._aliases = dict(_aliases(tree, classes))
        self._sinks = [
            *((class_, _Sink(class_, 0, PLAIN)) for class_ in classes),
            *((class_, _Sink(class_, 0, template)) for class_, template in _CARRIERS.items()),
        ]

    def read(self) -> None:
        functions = [node for node in ast.walk(self._tree) if isinstance(node, ast.FunctionDef)]
        for _ in range(3):  # functions that hand on to functions
            for function in functions:
                self._learn(function)
        calls = {call: function for function in functions for call in _calls(function)}
        for call, function in calls.items():  # the innermost function, since ast.walk goes outside in
            self._read_call(call, function)
        for call in _calls(self._tree):
            if call not in calls:
                self._read_call(call, None)

    def _learn(self, function: ast.FunctionDef) -> None:
        """A function that hands a parameter on as a code is a callable of that kind itself."""
        parameters = [argument.arg for argument in function.args.args]
        for call in _calls(function):
            for sink in self._sinks_of(call):
                name, template = _hole(_argument(call, sink))
                if name in parameters:
                    whole = (sink.template[0] + template[0], template[1] + sink.template[1])
                    learnt = (function.name, _Sink(sink.carrier, parameters.index(name), whole))
                    if learnt not in self._sinks:
                        self._sinks.append(learnt)

    def _read_call(self, call: ast.Call, function: ast.FunctionDef | None) -> None:
        for code in _appended(call):
            self._found.add(code, "Diagnostic")
        parameters = [argument.arg for argument in function.args.args] if function else []
        for sink in self._sinks_of(call):
            argument = _argument(call, sink)
            if argument is None or _hole(argument)[0] in parameters:
                continue
            codes = _values(argument, function)
            if codes is None and not self._is_handed_on(argument, call):
                self._found.unknown.append(f"{self._name}:{call.lineno}: {ast.unparse(argument)}")
            for code in codes or ():
                self._found.add(sink.template[0] + code + sink.template[1], sink.carrier)

    def _is_handed_on(self, argument: ast.expr, call: ast.Call) -> bool:
        written = ast.unparse(argument)
        around = next((g for g in ast.walk(self._tree) if isinstance(g, ast.GeneratorExp | ast.ListComp)
                       and g.elt is call), None)  # fmt: skip
        if around is not None:
            loop = around.generators[0]
            written = f"{written} for {ast.unparse(loop.target).strip('()')} in {ast.unparse(loop.iter)}"
        return written in _HANDED_ON

    def _sinks_of(self, call: ast.Call) -> list[_Sink]:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        names = (name, *self._aliases.get(name, ()))
        return [sink for callable_, sink in self._sinks if callable_ in names]


def _aliases(tree: ast.Module, classes: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """`kind = OneError if … else OtherError`: a name that is one of several classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp) and isinstance(node.targets[0], ast.Name):
            branches = [ast.unparse(branch) for branch in (node.value.body, node.value.orelse)]
            if all(branch in classes for branch in branches):
                yield node.targets[0].id, tuple(branches)


def _calls(node: ast.AST) -> list[ast.Call]:
    return [inner for inner in ast.walk(node) if isinstance(inner, ast.Call)]


def _argument(call: ast.Call, sink: _Sink) -> ast.expr | None:
    return call.args[sink.position] if len(call.args) > sink.position else None


def _hole(argument: ast.expr | None) -> tuple[str, Template]:
    """The one name in an argument that is a name, or an f-string around a name; "" for anything else."""
    if isinstance(argument, ast.Name):
        return argument.id, PLAIN
    if isinstance(argument, ast.JoinedStr):
        before = after = name = ""
        for part in argument.values:
            if isinstance(part, ast.FormattedValue):
                if name or not isinstance(part.value, ast.Name):
                    return "", PLAIN
                name = part.value.id
            elif isinstance(part, ast.Constant):
                before, after = (before, after + str(part.value)) if name else (before + str(part.value), after)
        return name, (before, after)
    return "", PLAIN


def _values(argument: ast.expr, function: ast.FunctionDef | None) -> list[str] | None:
    """All strings that an expression can be, None where that cannot be told."""
    if isinstance(argument, ast.Constant):
        return [str(argument.value)]
    if isinstance(argument, ast.IfExp):
        one, other = _values(argument.body, function), _values(argument.orelse, function)
        return None if one is None or other is None else one + other
    if ast.unparse(argument) in DYNAMIC:
        return list(DYNAMIC[ast.unparse(argument)])
    name, template = _hole(argument)
    assigned = [
        node.value
        for node in ast.walk(function or ast.Module([], []))
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
    ]
    found: list[str] = []
    for value in assigned:
        more = _values(value, function)
        if more is None:
            return None
        found += [template[0] + code + template[1] for code in more]
    return found or None


def _appended(call: ast.Call) -> Iterator[str]:
    """`body.diagnostics.append(("code", message, line))`."""
    if isinstance(call.func, ast.Attribute) and ast.unparse(call.func).endswith(".diagnostics.append"):
        first = call.args[0] if call.args else None
        if isinstance(first, ast.Tuple) and isinstance(first.elts[0], ast.Constant):
            yield str(first.elts[0].value)
