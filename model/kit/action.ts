import { integer, json, link, links, type Field, type JsonField, option, text } from './fields.ts'
import type { Verb } from './model.ts'
import type { Page } from './wire/wire.ts'
import type { AttachedFile } from './pictures.ts'

export type Fields = Readonly<Record<string, Field>>

/** A separate permission: roles are granted it by its code, like the verbs. */
export type Ability = { code: string; zh: string; en: string }

/** 'person' is every signed-in user. */
export type Permission = Verb | Ability | 'person'

/** A whole record as visible to this caller, with additional values. */
type RecordAnswer = { record: string; with?: Fields; is?: unknown }
type PageAnswer = { page: string }
/** Named values; or one field as the whole response; or records. */
export type Answer = Fields | Field | RecordAnswer | PageAnswer

/** The fields of records of these models, which the write itself checks, and further fields; `needs` are the required ones. */
export type RecordBody = { records: readonly string[]; with?: Fields; needs?: readonly string[] }

export type ActionDeclaration = {
  model: string
  name: string
  zh: string
  en: string
  /** Its name in the address, instead of its model. */
  at?: string
  /** POST by default. A GET has its inputs in the query. */
  methods?: readonly ('GET' | 'POST')[]
  body: Fields | RecordBody
  /** The key of the body, a record's sid, that may be at the end of the address instead. */
  rest?: string
  answer: Answer
  permission: Permission
  /** Required verbs on further models. */
  also?: Readonly<Record<string, Verb>>
  /** Runs in one transaction. */
  transaction?: true
  /** The action is on one record of the model, and offered with it. */
  on?: 'record'
}

/** An action beyond the verbs, declared once: its address, body, response, permission, OpenAPI and the types of both sides follow from it. */
export const defineAction = <const A extends ActionDeclaration>(action: A): A => action

/** Structured facts with a type known to both sides; `content` is the JSON Schema in OpenAPI. */
export const facts = <T>(
  zh: string,
  en: string,
  content: Readonly<Record<string, unknown>> = {},
  more: Pick<JsonField, 'keeps_empty'> = {},
): JsonField & { is?: T } => json(zh, en, { content, ...more })

/** A record's own ID in a body. */
export const sidOf = <const M extends string>(to: M) => link('记录', 'Record', { to, required: true })
/** Records selected in a list; the handler refuses an empty or too long list in the words of the list. */
export const chosen = <const M extends string>(to: M) => links('所选记录', 'Chosen records', { to, max: 1000 })

/** The inputs of a search; the search itself refuses an invalid query, page or field. */
export const SEARCH = {
  fl: facts<string | readonly string[]>('字段', 'Fields', { oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] }),
  iql: text('查询语句', 'Query', { max: 100_000 }),
  start: integer('起始行', 'First row'),
  rows: integer('行数', 'Rows'),
  total: option('总数', 'Total', { exact: ['精确', 'Exact'], capped: ['上限内', 'Capped'], none: ['不计', 'None'] }),
} as const satisfies Fields

/** The value of a field on the wire and in a handler: dates and amounts are text, references are sids. */
export type ValueOf<F> = F extends { is?: infer T; type: 'json' }
  ? T
  : F extends { type: 'integer' } | { type: 'decimal'; shortest: true }
    ? number
    : F extends { type: 'boolean' }
      ? boolean
      : F extends { type: 'options'; options: infer O }
        ? (keyof O & string)[]
        : F extends { type: 'options' | 'references' }
          ? string[]
          : F extends { type: 'rows'; of: infer R extends Fields }
            ? Values<R>[]
            : F extends { type: 'attachment' }
              ? AttachedFile[]
              : F extends { type: 'json' }
                ? unknown
                : F extends { type: 'option'; options: infer O }
                  ? keyof O & string
                  : string

/** A default replaces a missing value. */
type Needed<F extends Fields> = { [K in keyof F]: F[K] extends { default: unknown } ? never : F[K] extends { required: true } ? K : never }[keyof F]
type Filled<F extends Fields> = { [K in keyof F]: F[K] extends { required: true } | { default: unknown } ? K : never }[keyof F]

/** The values of a response. */
export type Values<F extends Fields> = { [K in Exclude<keyof F, Absent<F>>]: Answered<F[K]> } & { [K in Absent<F>]?: Answered<F[K]> }
type Absent<F extends Fields> = { [K in keyof F]: F[K] extends { optional: true } ? K : never }[keyof F]
type Answered<F> = F extends { nullable: true } ? ValueOf<F> | null : ValueOf<F>

export type Sent<F extends Fields> = { [K in Needed<F>]: ValueOf<F[K]> } & { [K in Exclude<keyof F, Needed<F>>]?: ValueOf<F[K]> | null | undefined }
export type Read<F extends Fields> = { [K in Filled<F>]: ValueOf<F[K]> } & { [K in Exclude<keyof F, Filled<F>>]?: ValueOf<F[K]> }

type Loose = Record<string, unknown>
type WholeRecord = Loose & { sid: string; version: number }

/** The body as sent by a caller. */
export type SentBody<A extends ActionDeclaration> = A['body'] extends Fields ? Sent<A['body']> : Loose
/** The body as passed to its handler: checked, with defaults, without empty values. */
export type ReadBody<A extends ActionDeclaration> = A['body'] extends Fields ? Read<A['body']> : Loose

/** One record whose fields the browser reads by name: `T` is its row; a field hidden from this caller is absent. */
export const recordOf = <T>(record: string): { record: string; is?: Partial<T> } => ({ record })

/** The response, with records as `R`: the server makes them, the browser reads them, by name if the declaration requires it. */
type AnswerWith<A extends { answer: unknown }, R, ByName> = A['answer'] extends { type: string }
  ? ValueOf<A['answer']>
  : A['answer'] extends { record: string; with: infer W extends Fields }
    ? RecordWith<A['answer'], R, ByName> & Values<W>
    : A['answer'] extends { record: string }
      ? RecordWith<A['answer'], R, ByName>
      : A['answer'] extends { page: string }
        ? Page<R>
        : A['answer'] extends Fields
          ? Values<A['answer']>
          : never

type RecordWith<A, R, ByName> = A extends { is?: infer T } ? (unknown extends T ? R : R & (ByName extends true ? T : unknown)) : R

export type AnswerOf<A extends { answer: unknown }> = AnswerWith<A, WholeRecord, true>
export type MadeAnswer<A extends { answer: unknown }> = AnswerWith<A, Loose, false>

export const isRecordBody = (body: Fields | RecordBody): body is RecordBody => 'records' in body && Array.isArray(body.records)
export const isField = (answer: Answer): answer is Field => 'type' in answer && typeof answer.type === 'string'
export const isRecordAnswer = (answer: Answer): answer is RecordAnswer => 'record' in answer && typeof answer.record === 'string'
export const isPageAnswer = (answer: Answer): answer is PageAnswer => 'page' in answer && typeof answer.page === 'string'
