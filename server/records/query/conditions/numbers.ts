import { type RawBuilder, sql } from 'kysely'
import { compactOf, lettersAndDigits } from '../../../../model/cases/numbers/recognise.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { accessOf } from '../../permission/permission.ts'
import { fieldsOf } from '../../registry.ts'
import type { Context } from '../../context.ts'
import { escaped } from '../words/text.ts'

type Sql = RawBuilder<unknown>

export const MIN_PIECE = 4

/** The keys of a record cover all its numbers: a person who may not read one of them could infer it by queries. */
export const readsNumbers = (ctx: Context, model: Model) =>
  fieldsOf(model).every(([code, field]) => !field.number || (accessOf(ctx, model).mayRead(code) && !accessOf(ctx, model).masks(code)))

export const pieceOf = (text: string) => lettersAndDigits(compactOf(text))

/** The record has one of these keys, each looked up in the index. */
export const hasKey = (alias: string, keys: readonly string[]): Sql => sql`${sql.ref(`${alias}.number_keys`)} && ${[...keys]}::text[]`

/** One of the record's numbers contains this text. */
export const hasPiece = (alias: string, piece: string): Sql =>
  sql`public.innoe_joined(${sql.ref(`${alias}.number_keys`)}) like ${`%${escaped(piece)}%`}`
