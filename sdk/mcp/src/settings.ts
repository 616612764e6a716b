// What the server is told when it starts: by whom it is used in its arguments, who it is in its environment.

import { parseArgs } from "node:util";

/** Where the API is, who asks, and what an agent may do. */
export interface Settings {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly credential: { readonly secret: string } | { readonly session: string };
  readonly allowsWrites: boolean;
  /** Areas whose operations are offered; all when there are none. */
  readonly areas: readonly string[];
  readonly answerCharacters: number;
}

export const HELP = `An MCP server of the Colonnade API, on standard input and output.

Usage: colonnade-mcp [--allow-writes] [--areas AREA,…] [--answer-characters NUMBER]

  --allow-writes       offer operations that create and change records, too
  --areas AREA,…       only operations of these areas, such as bookings,resources
  --answer-characters  longest answer that an agent is given at once; 20000 unless said

Environment:
  COLONNADE_BASE_URL       ends in /v1
  COLONNADE_CLIENT_ID
  COLONNADE_CLIENT_SECRET  the secret of an API client; or
  COLONNADE_SESSION_TOKEN  the token of a session, whose person it then acts for
`;

/** What is asked for instead of a server, or is wrong with the arguments. */
export class Ended extends Error {
  constructor(
    message: string,
    readonly status: 0 | 2,
  ) {
    super(message);
  }
}

/** Reads arguments and environment. */
export function settings(
  given: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  version: string,
  known: readonly string[],
): Settings {
  const { values } = parsed(given);
  if (values.help) throw new Ended(HELP, 0);
  if (values.version) throw new Ended(`${version}\n`, 0);
  const areas = values.areas?.split(",").map((area) => area.trim()) ?? [];
  const strange = areas.find((area) => !known.includes(area));
  if (strange !== undefined) throw new Ended(`there is no area ${strange}; there are ${known.join(", ")}\n`, 2);
  const answerCharacters = Number(values["answer-characters"] ?? 20_000);
  if (!Number.isInteger(answerCharacters) || answerCharacters < 1000) {
    throw new Ended("--answer-characters is a whole number from 1000\n", 2);
  }
  const variable = (name: string): string => {
    const value = variables[name];
    if (!value) throw new Ended(`the variable ${name} is missing\n\n${HELP}`, 2);
    return value;
  };
  const session = variables["COLONNADE_SESSION_TOKEN"];
  if (session && variables["COLONNADE_CLIENT_SECRET"]) {
    throw new Ended(
      "COLONNADE_CLIENT_SECRET and COLONNADE_SESSION_TOKEN are both set: the server acts for one of them\n",
      2,
    );
  }
  return {
    baseUrl: variable("COLONNADE_BASE_URL"),
    clientId: variable("COLONNADE_CLIENT_ID"),
    credential: session ? { session } : { secret: variable("COLONNADE_CLIENT_SECRET") },
    allowsWrites: values["allow-writes"] ?? false,
    areas,
    answerCharacters,
  };
}

function parsed(given: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    const options = { "allow-writes": flag, areas: text, "answer-characters": text, help: flag, version: flag };
    return parseArgs({ args: [...given], options });
  } catch (error) {
    throw new Ended(`${(error as Error).message}\n\n${HELP}`, 2);
  }
}
