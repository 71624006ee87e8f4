"""Checks JSON against the annotations of TypedDicts, unknown keys included.

A library's own parameters are TypedDicts, which nothing checks when a program runs. Pydantic reads
them, but lets unknown keys pass and leaves the elements of an `Iterable` for later.
"""

import collections.abc
import types
import typing

import typing_extensions

WRAPPERS = (
    typing_extensions.Annotated,
    typing_extensions.Required,
    typing_extensions.NotRequired,
)


def problems(value, annotation, path="body"):
    """What of `value` does not fit `annotation`, each with its place; empty when all does."""
    origin = typing_extensions.get_origin(annotation)
    arguments = typing_extensions.get_args(annotation)
    if annotation in (typing.Any, object):
        return []
    if origin in WRAPPERS:
        return problems(value, arguments[0], path)
    if origin in (typing.Union, types.UnionType):
        tried = [problems(value, one, path) for one in arguments]
        return min(tried, key=lambda found: (is_other_type(found), len(found)))
    if origin is typing_extensions.Literal:
        return [] if value in arguments else [f"{path}: {value!r} is none of {arguments}"]
    if typing_extensions.is_typeddict(annotation):
        return problems_of_object(value, annotation, path)
    if origin in (dict, collections.abc.Mapping):
        if not isinstance(value, dict):
            return [f"{path}: not an object"]
        return [
            problem
            for key, member in value.items()
            for problem in problems(member, arguments[1], f"{path}.{key}")
        ]
    # The library has a sequence of its own, which no text is.
    if arguments and (
        issubclass(origin, collections.abc.Iterable) or "Sequence" in origin.__name__
    ):
        if not isinstance(value, list):
            return [f"{path}: not a list"]
        return [
            problem
            for index, element in enumerate(value)
            for problem in problems(element, arguments[0], f"{path}[{index}]")
        ]
    if annotation in (None, type(None)):
        return [] if value is None else [f"{path}: not null"]
    if annotation is float:
        annotation = (int, float)
    if annotation in (int, (int, float)) and isinstance(value, bool):
        return [f"{path}: {value!r} is no number"]
    if isinstance(annotation, (type, tuple)):
        fits = isinstance(value, annotation)
        return [] if fits else [f"{path}: {value!r} is no {annotation}"]
    return [f"{path}: cannot be checked against {annotation!r}"]


def is_other_type(found):
    """Whether another variant of a union was meant: what failed is its `type`."""
    return any(problem.split(":")[0].endswith(".type") for problem in found)


def problems_of_object(value, annotation, path):
    if not isinstance(value, dict):
        return [f"{path}: not an object"]
    hints = typing_extensions.get_type_hints(annotation, include_extras=True)
    found = [f"{path}.{key}: unknown" for key in value if key not in hints]
    for key, hint in hints.items():
        # Written in quotes, the marks of keys are not seen when the class is made.
        mark = typing_extensions.get_origin(hint)
        is_needed = mark is typing_extensions.Required or (
            mark is not typing_extensions.NotRequired and key in annotation.__required_keys__
        )
        if key in value:
            found += problems(value[key], hint, f"{path}.{key}")
        elif is_needed:
            found.append(f"{path}.{key}: missing")
    return found
