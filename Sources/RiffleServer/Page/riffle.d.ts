/** Types of `riffle.js`; `/v1/openapi.json` describes the same. */

/** A whole number or a text; `1` and `"1"` are two ids. */
export type ItemID = number | string;
/** Start and end in UTF-16 code units. */
export type Range = [number, number];
export type Inclusion = "searchText" | "reading" | "weight" | "scopes" | "fields" | "section" | "payload";

/** A value of a field: a keyword, a number, a time of ISO 8601, or a truth value. Infinite numbers are `"inf"` and `"-inf"`. */
export type FieldValue = string | number | boolean;

/** A field of a list, by which it is filtered, counted and sorted. */
export interface FieldDefinition {
  name: string;
  type: "keyword" | "integer" | "real" | "time" | "boolean";
  /** Of keywords: whether case and accents do not count. */
  isFolded?: boolean;
  /** Of keywords: whether an item may have several. */
  hasSeveralValues?: boolean;
}

export interface SortKey {
  field: string;
  order?: "ascending" | "descending";
  /** Where items without a value stand; the last by default. */
  missing?: "first" | "last";
}

/** What of a field is counted. */
export interface Facet {
  field: string;
  order?: "count" | "value";
  /** How many values at most. */
  limit?: number;
  /** What keywords are searched for; the best matches come first. */
  q?: string;
  /** Whether conditions of the filter on this field do not count. */
  ignoresOwnFilter?: boolean;
  /** Buckets of numbers and times: their width, in seconds for times, or calendar months or years. */
  histogram?: number | "months" | "years";
}

export interface FacetCounts {
  field: string;
  values: { value: FieldValue; count: number }[];
  /** All values, with those beyond the limit; not of numbers and times if the limit is 0. */
  valueCount?: number;
  missingCount: number;
  /** Of numbers and times. */
  least?: FieldValue;
  greatest?: FieldValue;
  /** Buckets by their beginnings. */
  histogram?: { value: FieldValue; count: number }[];
}

export interface Row {
  id: ItemID;
  title: string;
  searchText?: string;
  reading?: string;
  weight?: number;
  scopes?: string[];
  section?: string;
  /** By the names of the fields. */
  fields?: Record<string, FieldValue | FieldValue[]>;
  payload?: unknown;
  payloadText?: string;
  payloadBase64?: string;
}

export interface Explanation {
  cost: number;
  reasons: { text: string; cost: number }[];
}

export interface Hit extends Row {
  /** Where it stands in the whole list. */
  position: number;
  /** Lower is better. */
  cost: number;
  highlights?: { title?: Range[]; reading?: Range[]; searchText?: Range[] };
  explanation?: Explanation;
}

export interface Item extends Row {
  searchText: string;
  reading: string;
  weight: number;
  scopes: string[];
  section: string;
  isSearchable: boolean;
  position: number;
}

/** What can be written of an item. */
export interface ItemContent {
  title: string;
  searchText?: string;
  reading?: string;
  weight?: number;
  isSearchable?: boolean;
  section?: string;
  position?: number;
  /** By the names of the fields; null for no value. */
  fields?: Record<string, FieldValue | FieldValue[] | null>;
  payload?: unknown;
  payloadBase64?: string;
}

export interface Signal {
  signal?: AbortSignal;
}

export interface SearchOptions {
  mode?: "smart" | "words" | "substring" | "lowercased-substring" | "subsequence";
  syntax?: "plain" | "extended";
  order?: "relevance" | "list";
  offset?: number;
  limit?: number;
  reach?: number | "unlimited";
  total?: number | "exact";
  scope?: string;
  /** A condition on fields, as in `country = Sweden AND population > 100000`. */
  filter?: string;
  /** The fields to sort by, in place of `order`; `-` before a name puts the greatest first. */
  sort?: string | (string | SortKey)[];
  /** Divides sorted hits by the first field of `sort`: by value, or by year or month of a time. */
  sections?: "values" | "years" | "months";
  /** The fields whose values to count in the whole answer. */
  facets?: string | (string | Facet)[];
  include?: Inclusion | Inclusion[];
  explain?: boolean;
  snapshot?: string;
}

/** Consecutive sorted hits with the same value. */
export interface Section {
  /** For years and months their first moment; null for hits that lack the field. */
  value: FieldValue | null;
  /** The number of hits before it. */
  start: number;
  count: number;
}

export interface Answer {
  q: string;
  generation: number;
  offset: number;
  total: number;
  isTotalExact: boolean;
  isPartial: boolean;
  isCutByReach: boolean | null;
  hits: Hit[];
  /** With `sections`: all of them, in order. */
  sections?: Section[];
  /** The counts of `facets`, in their order. */
  facets?: FacetCounts[];
  microseconds?: number;
  snapshot?: string;
}

export interface Rows {
  generation: number;
  count: number;
  offset: number;
  /** With `around`: the offset of that row. */
  index?: number;
  isPartial: boolean;
  rows: Row[];
  snapshot?: string;
}

export interface JumplistEntry {
  id: number;
  label: string;
  kind: "letter" | "underflow" | "inflow" | "overflow" | "section";
  count: number;
  start: number;
  /** Where to go for it; null in a view without rows. */
  target: number | null;
}

export interface Jumplist {
  generation: number;
  count: number;
  hasBuckets: boolean;
  entries: JumplistEntry[];
  snapshot?: string;
}

export interface ListDescription {
  name: string;
  count: number;
  generation: number;
  scopes: string[];
  fields: FieldDefinition[];
  hasJumplist: boolean;
  isWritable: boolean;
  isPartial: boolean;
}

export interface Written {
  /** The number of the change, which is on disk. */
  sequence: number;
}

export class RiffleList {
  constructor(url: string | URL, options?: { key?: string | null });
  describe(options?: Signal): Promise<ListDescription>;
  search(q: string, options?: SearchOptions & Signal): Promise<Answer>;
  searchAll(searches: ({ q: string } & SearchOptions)[], options?: Signal): Promise<(Answer | ProblemDocument)[]>;
  rows(options?: {
    offset?: number; limit?: number; around?: ItemID; before?: number; include?: Inclusion | Inclusion[]; scope?: string;
    filter?: string; snapshot?: string;
  } & Signal): Promise<Rows>;
  jumplist(options?: { q?: string; scope?: string; filter?: string; snapshot?: string } & Signal): Promise<Jumplist>;
  item(id: ItemID, options?: Signal): Promise<Item>;
  explain(id: ItemID, q: string, options?: Signal): Promise<{ generation: number; explanation: Explanation | null }>;
  put(id: ItemID, item: ItemContent, options?: Signal): Promise<Written>;
  patch(id: ItemID, members: Partial<ItemContent>, options?: Signal): Promise<Written>;
  delete(id: ItemID, options?: Signal): Promise<Written>;
  live(options?: LiveOptions): LiveSearch;
}

export interface LiveOptions extends Omit<SearchOptions, "offset" | "snapshot"> {
  /** Whether the jumplist of each answer comes, too. */
  jumplist?: boolean;
}

export interface LivePage extends Answer {
  revision: number;
  /** Rows of the list, or of the scope. */
  count: number;
}

export interface LiveEvents {
  page: CustomEvent<LivePage>;
  jumplist: CustomEvent<Jumplist & { revision: number }>;
  changed: CustomEvent<{ generation: number; count: number }>;
  problem: CustomEvent<Problem>;
  state: Event;
}

export class LiveSearch extends EventTarget {
  private constructor();
  readonly state: "connecting" | "open" | "lost" | "refused" | "stopped";
  ask(q: string, options?: LiveOptions): void;
  show(offset: number, limit?: number): void;
  retry(): void;
  stop(): void;
  addEventListener<Name extends keyof LiveEvents>(
    name: Name, listener: (event: LiveEvents[Name]) => void, options?: boolean | AddEventListenerOptions): void;
}

/** RFC 9457. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  parameter?: string;
}

export class Problem extends Error {
  /** 0 if the server cannot be reached. */
  readonly status: number;
  /** The last part of the problem's type, as in `unknown-list`; `unreachable` if the server cannot be reached. */
  readonly kind: string;
  readonly detail: string;
  readonly parameter: string | null;
  /** In seconds. */
  readonly retryAfter: number | null;
  /** Whether another attempt may go better. */
  readonly isPassing: boolean;
}

/** Puts a text into an element, with what matches in `mark` elements. */
export function setHighlighted(element: Element, text: string, ranges?: Range[]): void;
/** The part of a long text that shows what matches, and the ranges in it. */
export function excerpt(text: string, ranges?: Range[]): [string, Range[]];
/** A text of others without characters that hide or turn around what it says. */
export function safe(text: string): string;
