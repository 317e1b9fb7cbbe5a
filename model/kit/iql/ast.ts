// Every `at` is the position in the text, counted from 1 in UTF-16 units, so that a fault found later can still mark it.
export type Query = { where?: Condition | undefined; order: Order[] }

export type Order = { path: string[]; at: number; desc: boolean }

export type Condition = { kind: 'and' | 'or'; of: Condition[] } | { kind: 'not'; of: Condition } | Predicate

export type Predicate = Compare | In | Between | Like | Contains | Empty | Within

type On = { path: string[]; at: number }
type Negatable = On & { negated: boolean }

type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<='
type Compare = On & { kind: 'compare'; op: Comparison; value: Value }
type In = Negatable & { kind: 'in'; values: Value[] }
type Between = Negatable & { kind: 'between'; from: Value; to: Value }
type Like = Negatable & { kind: 'like'; value: Text }
type Contains = Negatable & { kind: 'contains'; value: Text }
export type Empty = Negatable & { kind: 'empty' }
/** `value` is a duration such as 7d or 15d,4m, already checked. */
type Within = Negatable & { kind: 'within'; value: Text }

export type Value = Text | Digits | { kind: 'boolean'; value: boolean; at: number } | { kind: 'null'; at: number } | Call

export type Text = { kind: 'text'; value: string; at: number }
/** `text` keeps every digit as written: an amount of money must not become a float. */
type Digits = { kind: 'number'; value: number; text: string; at: number }
/** Only today() has a `duration`; my_companies() stands for several values: the company of the person and those below. */
export type Call = { kind: 'function'; value: FunctionName; duration?: string; at: number }

export const FUNCTION_NAMES = ['today', 'me', 'my_department', 'my_company', 'my_companies'] as const
export type FunctionName = (typeof FUNCTION_NAMES)[number]

export const COMPARISONS: readonly Comparison[] = ['=', '!=', '>', '>=', '<', '<=']

export const LIMITS = { characters: 100_000, depth: 50, values: 1000, predicates: 500, orders: 20, digits: 100, years: 1000 } as const
