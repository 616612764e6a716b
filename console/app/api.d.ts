// Types of the API, from the published document: `infra/check/console` makes `types/api.d.ts`.
import type { components, paths } from '../types/api';

/** Records and inputs by the names that the document gives them, such as `Schemas['Booking']`. */
export type Schemas = components['schemas'];

type Filled<Template> = Template extends `${infer Before}{${string}}${infer After}` ? `${Before}${string}${Filled<After>}` : Template;
/** A path of the document with its parameters filled in. */
export type Path = Filled<keyof paths>;

/** Types of records, as the event log calls them. */
export type ObjectType = Schemas['EventObjectType'];
