"""operations.ts of the TypeScript library: which requests operations are, for the runtime, and a member for each of them, for the compiler."""

import json

from . import document, shapes

HEAD = """// Every operation of the API. Made by sdk/generate.

import type {{ Call, Iterate }} from "../calls.js";

/** How an operation is asked: method, path, shapes of body and answer, and as what the answer is read. */
export type Operation = readonly [method: string, path: string, takes: string | null, gives: string | null, form: "json" | "text" | "bytes"];

/** Where amounts stand: true is one, a text the name of a shape, `@name` the shape that the neighbour of this name tells. */
export type Shape = true | string | {{ readonly [property: string]: Shape }};

export const operations: Readonly<Record<string, Operation>> = {operations};

export const lists: readonly string[] = {lists};

export const shapes: Readonly<Record<string, Shape>> = {schemas};

/** Shapes of the records that events tell, by their type. */
export const records: Readonly<Record<string, string>> = {records};

/** A method for each operation. */
export interface Calls {{
{calls}
}}

/** A method for each list: all its records, one page asked for after the other. */
export interface Lists {{
{iterators}
}}
"""
FORMS = {"application/json": "json", "application/pdf": "bytes"}


def text(operations, found):
    """The whole file."""
    listed = [one for one in operations if one.is_list]
    return HEAD.format(
        operations=lines({name(one): row(one, found) for one in operations}),
        lists=json.dumps([name(one) for one in listed]),
        schemas=lines(found["schemas"]),
        records=json.dumps(found["records"]),
        calls="\n".join(member(one, "Call") for one in operations),
        iterators="\n".join(member(one, "Iterate") for one in listed),
    )


def name(operation):
    """What it is called."""
    return document.camel_case(operation.id)


def row(operation, found):
    """What the runtime knows of it."""
    takes, gives = (shapes.of_body(body, found) for body in (operation.takes, operation.gives))
    return [operation.method, operation.path, takes, gives, FORMS.get(operation.media_type, "text")]


def member(operation, kind):
    """Its line in an interface."""
    return f'  /** {operation.summary}: `{operation.method} {operation.path}`. */\n  {name(operation)}: {kind}<"{name(operation)}">;'


def lines(entries):
    """An object with a line for each entry."""
    return "{\n" + "".join(f"  {key}: {json.dumps(value)},\n" for key, value in entries.items()) + "}"
