"""Checks JSON against the typed dictionaries of a provider's library, strictly.

A type checker would only see what is written in Python. Here a member that the library does not know
is an error, and so is a missing one, a wrong word or a wrong type, at any depth.
"""

import collections.abc
import types
import typing

import typing_extensions

REQUIRED = (typing_extensions.Required,)
NOT_REQUIRED = (typing_extensions.NotRequired,)


def problems(value, expected, path="$"):
    """What is wrong with a value, a line each; nothing when it is of the type."""
    origin = typing_extensions.get_origin(expected)
    arguments = typing_extensions.get_args(expected)
    if expected in (typing.Any, object):
        return []
    if origin in REQUIRED + NOT_REQUIRED or origin is typing.Annotated:
        return problems(value, arguments[0], path)
    if origin in (typing.Union, types.UnionType):
        return problems_of_union(value, arguments, path)
    if origin is typing.Literal:
        return [] if value in arguments else [f"{path}: {value!r} is none of {arguments}"]
    if typing_extensions.is_typeddict(expected):
        return problems_of_object(value, expected, path)
    if origin is dict or origin is collections.abc.Mapping:
        if not isinstance(value, dict):
            return [f"{path}: {value!r} is no object"]
        return [p for k, v in value.items() for p in problems(v, arguments[1], f"{path}.{k}")]
    if is_sequence(origin):
        if not isinstance(value, list):
            return [f"{path}: {value!r} is no list"]
        return [
            p for i, v in enumerate(value) for p in problems(v, arguments[0], f"{path}[{i}]")
        ]
    if expected in (None, type(None)):
        return [] if value is None else [f"{path}: {value!r} is not null"]
    return problems_of_scalar(value, expected, path)


def problems_of_union(value, members, path):
    """Those of the member that fits best."""
    found = [problems(value, member, path) for member in members]
    return min(found, key=lambda lines: (len(lines), -max(map(depth, lines), default=0)))


def depth(line):
    return line.split(": ")[0].count(".") + line.split(": ")[0].count("[")


def problems_of_object(value, expected, path):
    if not isinstance(value, dict):
        return [f"{path}: {value!r} is no object"]
    members = typing_extensions.get_type_hints(expected, include_extras=True)
    required = required_members(expected, members)
    found = [f"{path}: there is no member {key!r}" for key in value if key not in members]
    for key, member in members.items():
        if key in value:
            found += problems(value[key], member, f"{path}.{key}")
        elif key in required:
            found.append(f"{path}: the member {key!r} is missing")
    return found


def required_members(expected, members):
    """The class itself does not know them: its annotations are still text when it is made."""
    required, inherited = set(), set()
    for base in getattr(expected, "__orig_bases__", ()):
        if typing_extensions.is_typeddict(base):
            theirs = typing_extensions.get_type_hints(base, include_extras=True)
            required |= required_members(base, theirs)
            inherited |= set(theirs)
    for key, member in members.items():
        origin = typing_extensions.get_origin(member)
        if origin is typing.Annotated:
            origin = typing_extensions.get_origin(typing_extensions.get_args(member)[0])
        if origin in REQUIRED:
            required.add(key)
        elif key not in inherited and expected.__total__ and origin not in NOT_REQUIRED:
            required.add(key)
    return required


def problems_of_scalar(value, expected, path):
    # What no JSON can be, such as an open file.
    if not isinstance(expected, type):
        return [f"{path}: {value!r} is no {expected}"]
    allowed = (int, float) if expected is float else expected
    is_fit = isinstance(value, allowed) and (expected is bool or not isinstance(value, bool))
    return [] if is_fit else [f"{path}: {value!r} is no {expected.__name__}"]


def is_sequence(origin):
    # The library has a protocol of its own for sequences that are no strings.
    return origin in (list, collections.abc.Iterable, collections.abc.Sequence) or (
        getattr(origin, "__name__", "") == "SequenceNotStr"
    )
