import type { Answer, Fields, Permission, RecordBody, Read, Sent, ValueOf } from '../action.ts'
import type { Verb } from '../model.ts'

/**
 * How the audit log records a file that is sent, in the words of the handler or in general ones.
 * 'nothing' is not recorded: the file holds no data of records, or only data that the caller can read anyway.
 */
export type Leaves = 'EXPORTED' | 'DOWNLOADED' | 'VIEWED' | 'nothing'
/** A file or a stream, by its media type. */
export type FileAnswer = { file: string; leaves: Leaves }

export type RouteDeclaration = {
  method: 'GET' | 'POST'
  /** `:name` in it is a value of `path`; `:model` is the model of the call. */
  url: string
  tag: string
  /** Its name in generated clients, after its model; without it, the words of its address are used. */
  call?: string
  zh: string
  en: string
  path?: Fields
  query?: Fields
  body?: Fields | RecordBody
  /** A value sent empty is null, a value not sent is absent. */
  changes?: true
  /** The body may be, or must be, a multipart form with a file; or a page of another site posts it as an ordinary form. */
  form?: 'also' | 'only' | 'posted'
  answer: Answer | FileAnswer
  /** 'open': it needs no session. */
  permission: 'open' | Permission
  /** The model of the permission, or ':model', the one in the address. */
  of?: string
  /** Required verbs on further models. */
  also?: Readonly<Record<string, Verb>>
}

/** A call at its own address, declared once: its values, response, permission, OpenAPI and the types of both sides follow from it. */
export const defineRoute = <const R extends RouteDeclaration>(route: R): R => route

type Part<R, K extends string> = R extends { [P in K]: infer F extends Fields } ? F : Record<never, never>
type Loose = Record<string, unknown>

/** The inputs besides the body. */
export type SentPath<R> = { [K in keyof Part<R, 'path'>]: string } & (R extends { of: ':model' } ? { model: string } : unknown)
/** The body as sent by a caller. */
export type SentTo<R> = R extends { body: infer F extends Fields } ? Sent<F> : Loose

/** The values as passed to a handler: checked, with defaults; empty values are omitted, or null in a change. */
export type ReadPath<R> = { [K in keyof Part<R, 'path'>]: ValueOf<Part<R, 'path'>[K]> }
export type ReadQuery<R> = Read<Part<R, 'query'>>
export type ReadFrom<R> = R extends { body: infer F extends Fields } ? (R extends { changes: true } ? Changes<Read<F>> : Read<F>) : Loose

type Changes<B> = { [K in keyof B]: B[K] | null }

/** The address with its values and its query. */
export function urlOf({ url }: Pick<RouteDeclaration, 'url'>, path: Readonly<Record<string, string>> = {}, query: Readonly<Loose> = {}): string {
  const filled = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const asked = Object.entries(query).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [`${key}=${encodeURIComponent(value)}`] : [],
  )
  return asked.length > 0 ? `${filled}?${asked.join('&')}` : filled
}

export const isFileAnswer = (answer: Answer | FileAnswer): answer is FileAnswer => 'file' in answer && typeof answer.file === 'string'
