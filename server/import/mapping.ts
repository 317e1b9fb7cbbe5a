import { randomUUIDv7 } from 'node:crypto'
import { headingKey, isUnnamed, matchHeadings, mayImport, type Remembered } from '../../model/import/headings.ts'
import type { Model } from '../../model/kit/model.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { languagesOf, type Wording, wordingOf } from '../records/words/wording.ts'
import { inTransaction, type Context } from '../records/context.ts'
import { insertRows } from '../records/write/write.ts'
import { both, refuse } from '../errors.ts'
import { profileOf } from './profile.ts'
import { speltOf } from './spelt.ts'
import type { Mapping, TableHints } from './table.ts'

const companyOf = ({ actor }: Context) => actor.selected?.[0] ?? actor.company_sid

/** The mappings of headings by users of this company. */
export async function rememberedFor(ctx: Context, model: Model): Promise<Remembered> {
  const company = companyOf(ctx)
  const rows = await ctx.db
    .selectFrom('import_mapping')
    .select(['heading', 'target'])
    .where('entity', '=', model.name)
    .where('company_sid', company ? '=' : 'is', company)
    .execute()
  return new Map(rows.map(({ heading, target }) => [String(heading), fieldIn(target)]))
}

/** Knowledge to recognise the headings of an import: the mappings of this company, and the words of the kind of case */
export async function hintsFor(ctx: Context, model: Model): Promise<TableHints> {
  const each = await wordsOf(ctx)
  const remembered = new Map([...ownWordsIn(each, model), ...(await rememberedFor(ctx, model))])
  return { remembered, profile: profileOf(ctx, model), spelt: speltOf(model, each) }
}

/** What the tenant calls the options of a model. */
export const speltFor = async (ctx: Context, model: Model) => speltOf(model, await wordsOf(ctx))

async function wordsOf(ctx: Context): Promise<Wording[]> {
  const languages = ['zh', 'en', ...(await languagesOf(ctx.tenant)).map(({ code }) => code)]
  return Promise.all(languages.map((language) => wordingOf(ctx, language)))
}

/** A field that the tenant calls otherwise is found by that word, too. */
function ownWordsIn(each: readonly Wording[], model: Model): [string, string][] {
  return each.flatMap((words) =>
    Object.entries(words).flatMap(([key, text]): [string, string][] => {
      const [name, code = '', more] = key.split('.')
      const field = name === model.name && more === undefined ? fieldOf(model, code) : undefined
      return field && mayImport(field) ? [[headingKey(text), code]] : []
    }),
  )
}

const fieldIn = (target: unknown) =>
  typeof target === 'object' && target !== null && 'field' in target && typeof target.field === 'string' ? target.field : null

/** Stores a user's mapping that differs from the automatic one. */
export async function rememberMapping(ctx: Context, model: Model, mapping: Mapping, headings: readonly string[]) {
  const known = await rememberedFor(ctx, model)
  const automatic = matchHeadings(model, headings, { remembered: known, profile: profileOf(ctx, model) })
  const said = automatic.flatMap(({ heading, field }) => {
    const key = headingKey(heading)
    const wanted = mapping.get(key) ?? null
    return key !== '' && !isUnnamed(heading) && mapping.has(key) && wanted !== field ? [[key, wanted] as const] : []
  })
  if (said.length === 0) return
  const now = new Date().toISOString()
  const base = {
    version: 1,
    entity: model.name,
    company_sid: companyOf(ctx),
    valid: true,
    created_at: now,
    updated_at: now,
    created_by: ctx.actor.sid,
    updated_by: ctx.actor.sid,
  }
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .deleteFrom('import_mapping')
      .where('entity', '=', model.name)
      .where('company_sid', base.company_sid ? '=' : 'is', base.company_sid)
      .where(
        'heading',
        'in',
        said.map(([heading]) => heading),
      )
      .execute()
    const rows = [...new Map(said)].map(([heading, field]) => ({ ...base, sid: randomUUIDv7(), heading, target: { field } }))
    await insertRows(tx, modelNamed(ctx.tenant.models, 'import_mapping'), rows)
  })
}

/** `{heading: field}` or `[{heading, field}]`; a multipart request sends it as JSON text. */
export function mappingOf(given: unknown): Mapping | undefined {
  if (given === undefined || given === null || given === '') return undefined
  const plain: unknown = typeof given === 'string' ? parsed(given) : given
  const pairs = Array.isArray(plain) ? plain.map(pairOf) : typeof plain === 'object' && plain !== null ? Object.entries(plain) : bad()
  return new Map(pairs.map(([heading, field]) => [headingKey(heading), typeof field === 'string' && field !== '' ? field : null]))
}

function pairOf(one: unknown): [string, unknown] {
  return typeof one === 'object' && one !== null && 'heading' in one ? [String(one.heading), 'field' in one ? one.field : null] : bad()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return bad()
  }
}

const bad = (): never => refuse('bad_request', both('why', ['mapping 应为 {列名: 字段}', 'mapping must be {heading: field}']))
