import { type RawBuilder, sql } from 'kysely'
import { searchKeys } from '../../../../model/cases/numbers/search-keys.ts'
import type { Field } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { hasNumbers, wordsOf } from '../../../database/sync/sync.ts'
import { accessOf } from '../../permission/permission.ts'
import { fieldsOf } from '../../registry.ts'
import type { Joins } from './joins.ts'
import { hasKey, hasPiece, pieceOf, readsNumbers, MIN_PIECE } from './numbers.ts'
import { contains, indexedBy } from '../words/text.ts'
import { lexemesOf } from '../words/words.ts'

type Sql = RawBuilder<unknown>

/** The whole record in a condition: `ANY CONTAINS 'words or a number'`. No field name is in capitals. */
export const ANY = 'ANY'

/**
 * The query of a search box: the words of every full-text field, or a number or a part of one, each by its index; and the name where it is
 * neither. A record without any of these is searched in all its searchable texts. `given` tests fields even if this person may not read them.
 */
export function anywhere(joins: Joins, text: string, given: boolean): Sql {
  const { ctx, model, alias } = joins
  const wanted = text.normalize('NFKC').trim()
  const access = accessOf(ctx, model)
  const readable = fieldsOf(model).filter(([code, field]) => TEXTS.has(field.type) && (given || (access.mayRead(code) && !access.masks(code))))
  const named = readable.filter(([code, field]) => field.full_text || field.own_words || field.number || isName(model, code, field))
  const fields = named.length > 0 ? named : readable.filter(([, field]) => field.type === 'string' && field.searchable)
  const byKeys = hasNumbers(model) && (given || readsNumbers(ctx, model))
  const parts = fields.flatMap(([code, field]) => {
    const column = sql.ref(`${alias}.${code}`)
    return byKeys && field.number ? [] : [contains(column, wanted, indexedBy([model], alias, field))]
  })
  if (byKeys) parts.push(...numbers(model, alias, wanted))
  for (const [code, { kept_text }] of fieldsOf(model))
    if (kept_text && (given || access.mayRead(code))) parts.push(...inText(alias, code, kept_text, wanted))
  return parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : sql`false`
}

/** Searches the word index beside the record; a text is not searched for words outside its index. */
function inText(alias: string, code: string, hash: string, wanted: string): Sql[] {
  if (!lexemesOf(wanted).query) return []
  const text = sql`(select k.content from text_content as k where k.hash = ${sql.ref(`${alias}.${hash}`)})`
  const found = contains(text, wanted, { lexemes: sql.ref(`${alias}.${wordsOf(code)}`), alone: true })
  return [sql`(${sql.ref(`${alias}.${code}`)} is not null and ${found})`]
}

const TEXTS = new Set(['string', 'text'])

/** A part of the display name, the English name that every record of its kind has, or the code of a catalogue, for those who know it. */
const isName = ({ display }: Model, code: string, { required, coded, list }: Field) =>
  display.includes(code) || (required === true && code === 'name_en' && display.includes('name')) || (coded === 'editors' && list === true)

function numbers(model: Model, alias: string, wanted: string): Sql[] {
  const keys = searchKeys(wanted)
  const piece = pieceOf(wanted)
  // A number too short for a key is matched literally.
  if (keys.length === 0) return fieldsOf(model).flatMap(([code, field]) => (field.number ? [sql`${sql.ref(`${alias}.${code}`)} = ${wanted}`] : []))
  return piece.length >= MIN_PIECE && IS_CODE.test(wanted) ? [hasKey(alias, keys), hasPiece(alias, piece)] : [hasKey(alias, keys)]
}

// Words of a title are not part of a number, which has a digit or at least no blanks.
const IS_CODE = /\d|^[\w.-]+$/
