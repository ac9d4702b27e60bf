"""Mutants of the reference: one small change each, as a slip of the hand would make it.

Operators, comparisons, numbers, truth values and loops are changed by Cosmic Ray's operators. What tensors
need is here: axes, transposes, dtypes, arguments dropped and swapped, calls left out and mixed up, statements
removed. A mutant that every criterion passes is either the same function in other words, or a hole.
"""

import ast
import difflib
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import parso
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider

# Of Cosmic Ray's operators those that leave a program which could be meant. It would also try `a << b` for `a + b`.
Swaps = dict[str, tuple[str, ...]]
BINARY: Swaps = {"Add": ("Sub",), "Sub": ("Add",), "Mul": ("Div", "Add"), "Div": ("Mul",), "Pow": ("Mul",)}
BINARY |= {"FloorDiv": ("Mul",), "Mod": ("FloorDiv",), "BitAnd": ("BitOr",), "BitOr": ("BitAnd",)}
COMPARISON: Swaps = {"Lt": ("LtE", "Gt"), "LtE": ("Lt", "GtE"), "Gt": ("GtE", "Lt"), "GtE": ("Gt", "LtE")}
COMPARISON |= {"Eq": ("NotEq",), "NotEq": ("Eq",), "Is": ("IsNot",), "IsNot": ("Is",)}
LIBRARY = (
    *(f"ReplaceBinaryOperator_{a}_{b}" for a, others in BINARY.items() for b in others),
    *(f"ReplaceComparisonOperator_{a}_{b}" for a, others in COMPARISON.items() for b in others),
    *("ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_USub_UAdd", "ReplaceUnaryOperator_Delete_Invert"),
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("NumberReplacer", "ZeroIterationForLoop", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
)

# Names that are easily taken for one another, in both directions.
PAIRS = (
    *(("sum", "mean"), ("max", "min"), ("amax", "amin"), ("argmax", "argmin"), ("cos", "sin"), ("tril", "triu")),
    *(("ones", "zeros"), ("ones_like", "zeros_like"), ("std", "var"), ("softmax", "log_softmax"), ("rand", "randn")),
    *(("float32", "float64"), ("square", "abs"), ("rsqrt", "sqrt"), ("exp", "log"), ("cat", "stack"), ("any", "all")),
    *(("LayerNorm", "Identity"), ("relu", "gelu"), ("GELU", "ReLU"), ("unsqueeze", "squeeze"), ("T_q", "T_kv")),
)
OTHER = dict(PAIRS) | {b: a for a, b in PAIRS}
SHOWN, CONTEXT = 110, 40  # characters of a line that is shown whole, and around a change in a longer one
VIEWS = ("T", "mT", "H", "mH")  # attributes that are transposes


@dataclass(frozen=True)
class Mutant:
    """One part of the reference with one change."""

    part: str
    source: str
    original: str

    @property
    def diff(self) -> str:
        """What was changed, as the changed lines alone."""
        lines = difflib.unified_diff(self.original.splitlines(), self.source.splitlines(), n=0, lineterm="")
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))

    @property
    def change(self) -> str:
        """The same for reading: of a long line what is around the change."""
        lines = self.diff.splitlines()
        if len(lines) != 2 or max(map(len, lines)) <= SHOWN:
            return self.diff
        old, new = (line[1:] for line in lines)
        same = _alike_for(old, new)
        same_end = _alike_for(old[same:][::-1], new[same:][::-1])
        start = max(same - CONTEXT, 0)
        ends = (len(text) - max(same_end - CONTEXT, 0) for text in (old, new))
        return "\n".join(f"{sign}… {text[start:end]} …" for sign, text, end in zip("-+", (old, new), ends, strict=True))

    @property
    def key(self) -> str:
        """A name that stays the same as long as the change does."""
        return f"{self.part}-{hashlib.sha256(self.diff.encode()).hexdigest()[:10]}"


def _alike_for(first: str, second: str) -> int:
    """How many characters two texts have in common at their beginnings."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(first), len(second)))


def mutants(part: str, source: str) -> tuple[Mutant, ...]:
    """All different mutants of a function or class, in the order of the operators that made them.

    None of a number: how it was computed is of no interest, and the criteria compare what came out.
    """
    tree = ast.parse(source)
    if not any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in tree.body):
        return ()
    original = ast.unparse(without_text(tree))
    found = {original: None}
    made = []
    for changed in (*by_library(original), *by_hand(original)):
        try:
            normal = ast.unparse(ast.parse(changed))
        except SyntaxError:
            continue
        if normal not in found:
            found[normal] = None
            made.append(Mutant(part, normal, original))
    return tuple(made)


def without_text(tree: ast.Module) -> ast.Module:
    """The same code without docstrings and annotations, where a change means nothing."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                argument.annotation = None
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    plain: ast.Module = _PlainAssignments().visit(tree)
    return ast.fix_missing_locations(plain)


class _PlainAssignments(ast.NodeTransformer):
    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return node if node.value is None else ast.Assign(targets=[node.target], value=node.value)


def by_library(source: str) -> Iterator[str]:
    """One source per mutation that Cosmic Ray's operators can make."""
    provider = OperatorProvider()
    for name in LIBRARY:
        operator: Operator = provider[name]()
        for number in range(len(_places(parso.parse(source), operator))):
            tree = parso.parse(source)  # anew: an operator changes it in place
            node, index = _places(tree, operator)[number]
            changed = operator.mutate(node, index)
            if changed is node or changed is None:
                yield tree.get_code()
                continue
            assert node.parent is not None
            siblings = node.parent.children
            siblings[siblings.index(node)] = changed
            yield tree.get_code()


def _places(tree: parso.tree.NodeOrLeaf, operator: Operator) -> list[tuple[parso.tree.NodeOrLeaf, int]]:
    """Where an operator can change something, and which of its changes that is."""
    return [(node, index) for node in _nodes(tree) for index, _ in enumerate(operator.mutation_positions(node))]


def _nodes(tree: parso.tree.NodeOrLeaf) -> Iterator[parso.tree.NodeOrLeaf]:
    yield tree
    for child in getattr(tree, "children", ()):
        yield from _nodes(child)


Change = Callable[[ast.AST], Iterator[ast.AST | None]]


def by_hand(source: str) -> Iterator[str]:
    """One source per mutation of the operators below."""
    for change in (renamed, call_left_out, argument_dropped, arguments_swapped, view_left_out, operands_swapped):
        count = sum(1 for _ in ast.walk(ast.parse(source)))
        for number in range(count):
            for which in range(8):
                tree = ast.parse(source)
                node = list(ast.walk(tree))[number]
                replacement = _nth(change(node), which)
                if replacement is None:
                    break
                yield ast.unparse(_Replace(node, replacement).visit(tree))
    yield from statement_removed(source)


def _nth(items: Iterator[ast.AST], number: int) -> ast.AST | None:
    for index, item in enumerate(items):
        if index == number:
            return item
    return None


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else self.generic_visit(node)


def renamed(node: ast.AST) -> Iterator[ast.AST]:
    """A function or dtype taken for another."""
    if isinstance(node, ast.Attribute) and node.attr in OTHER:
        yield ast.Attribute(node.value, OTHER[node.attr], node.ctx)


def call_left_out(node: ast.AST) -> Iterator[ast.AST]:
    """`x` for `x.f(…)` and for `f(x)`; the first argument of functions of modules, as in `torch.exp(x)`."""
    if not isinstance(node, ast.Call):
        return
    if isinstance(node.func, ast.Attribute) and not _is_module(node.func.value):
        yield node.func.value
    elif node.args and not isinstance(node.args[0], ast.Starred):
        yield node.args[0]


def _is_module(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in ("torch", "F", "nn", "math", "np")


def argument_dropped(node: ast.AST) -> Iterator[ast.AST]:
    """A keyword or the last positional argument left out."""
    if not isinstance(node, ast.Call):
        return
    for keyword in node.keywords:
        yield ast.Call(node.func, node.args, [other for other in node.keywords if other is not keyword])
    if len(node.args) > 1:
        yield ast.Call(node.func, node.args[:-1], node.keywords)


def arguments_swapped(node: ast.AST) -> Iterator[ast.AST]:
    """Two neighbouring positional arguments in the other order."""
    if isinstance(node, ast.Call):
        for i in range(len(node.args) - 1):
            args = list(node.args)
            args[i], args[i + 1] = args[i + 1], args[i]
            yield ast.Call(node.func, args, node.keywords)


def view_left_out(node: ast.AST) -> Iterator[ast.AST]:
    """`x` for `x.mT`."""
    if isinstance(node, ast.Attribute) and node.attr in VIEWS and isinstance(node.ctx, ast.Load):
        yield node.value


def operands_swapped(node: ast.AST) -> Iterator[ast.AST]:
    """`b - a` for `a - b`, `B @ A` for `A @ B`; and one operand alone."""
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Sub | ast.Div | ast.MatMult | ast.Pow):
            yield ast.BinOp(node.right, node.op, node.left)
        yield node.left
        yield node.right


def statement_removed(source: str) -> Iterator[str]:
    """Each statement but `return` and definitions left out in turn."""
    kinds = (ast.Assign, ast.AugAssign, ast.Expr, ast.If, ast.Raise)
    for number, node in enumerate(ast.walk(ast.parse(source))):
        if isinstance(node, kinds):
            tree = ast.parse(source)
            again = list(ast.walk(tree))[number]
            yield ast.unparse(_Replace(again, ast.Pass()).visit(tree))


def of_answer(definitions: dict[str, str], parts: Sequence[str]) -> tuple[Mutant, ...]:
    """The mutants of all graded parts of a reference."""
    return tuple(mutant for part in parts if part in definitions for mutant in mutants(part, definitions[part]))
