import type { Condition } from '../../../model/kit/iql/ast.ts'
import { markAlikes } from '../../../model/rights/trademarks/alike/mark-actions.ts'
import { likenessOf, markKeys, soundsOf } from '../../../model/rights/trademarks/alike/mark-likeness.ts'
import { withRelated } from '../../../model/rights/trademarks/alike/related-classes.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context, Draft } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { allOf, among } from '../../records/permission/conditions.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { setValue } from '../../records/write/checks/validate.ts'

/** Marks that a person should look at before one like them is filed. */
export const markLikenesses: Part = {
  actions: perform(markAlikes, list),
  nightly: { 'keys of marks': ({ db }: Context) => fillKeys(db) },
}

/** Maximum compared marks with a key in common, the latest first */
const COMPARED = 400
const MAX_SHOWN = 10

export function keepKeys(draft: Draft) {
  if (!draft.before || draft.changed.has('title') || draft.changed.has('title_en') || draft.row.mark_keys === null)
    setValue(draft, 'mark_keys', keysOf(draft.row.title, draft.row.title_en))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const keysOf = (title: unknown, title_en: unknown) => markKeys(textOf(title), textOf(title_en))

/** Only what this person may see is compared at all. */
async function list({ ctx, model, body: { title = '', title_en = '', classes = [], sid: own } }: Call<typeof markAlikes>) {
  const access = accessOf(ctx, model)
  const keys = markKeys(title, title_en)
  if (!access.mayRead('title') || keys.length === 0) return { record: [] }
  const wanted = access.mayRead('nice_classes') ? classes : []
  const parts: (Condition | undefined)[] = [access.rows, among(['mark_keys'], keys), wanted.length > 0 ? among(['nice_classes'], withRelated(wanted)) : undefined]
  const where = allOf(parts.filter((one) => one !== undefined))
  const codes = ['sid', 'case_no', 'title', 'title_en', 'country', 'nice_classes'].filter((code) => access.mayRead(code))
  const rows = await readPage(ctx, model, codes, { where, order: [{ path: ['created_at'], desc: true, at: -1 }] }, { start: 0, rows: COMPARED }, true)
  const given = [title, title_en].filter(Boolean)
  const found = rows.flatMap((row) => {
    const best = closest(given, [textOf(row.title), textOf(row.title_en)])
    if (!best || row.sid === own) return []
    const theirs = Array.isArray(row.nice_classes) ? row.nice_classes.map(String) : []
    const isSame = theirs.some((one) => wanted.some((mine) => mine === one))
    return [{
      mark_sid: String(row.sid), case_no: textOf(row.case_no) || null, title: textOf(row.title) || null, country: textOf(row.country) || null, classes: theirs, how: best.how,
      sound: best.how.endsWith('SOUND') ? soundsOf(best.name).join(' ') : null, share: best.share + (isSame ? 0.05 : 0),
      where: wanted.length === 0 ? ('ANY' as const) : isSame ? ('SAME' as const) : ('RELATED' as const),
    }]
  })
  const first = found.toSorted((one, other) => other.share - one.share).slice(0, MAX_SHOWN)
  return { record: first.map(({ share, ...one }) => ({ ...one, likeness: Math.min(1, share).toFixed(2) })) }
} // oxfmt-ignore

function closest(given: readonly string[], others: readonly string[]) {
  const pairs = given.flatMap((one) => others.filter(Boolean).flatMap((name) => ({ name, ...likenessOf(one, name) })))
  return pairs.reduce<{ name: string; how: NonNullable<(typeof pairs)[number]['how']>; share: number } | undefined>(
    (best, { name, how, share }) => (how && share !== undefined && share > (best?.share ?? 0) ? { name, how, share } : best),
    undefined,
  )
}

const BATCH = 1000

/** Fills the keys of marks of earlier versions. */
async function fillKeys(db: Context['db']): Promise<number> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (let filled = 0; ; filled += BATCH) {
    const rows = await db.selectFrom('trademark').select(['sid', 'title', 'title_en']).where('mark_keys', 'is', null).where('sid', '>', after).orderBy('sid').limit(BATCH).execute() // oxfmt-ignore
    // A concurrent write has already set the keys of its mark.
    for (const { sid, title, title_en } of rows) await db.updateTable('trademark').set({ mark_keys: keysOf(title, title_en) }).where('sid', '=', sid).where('mark_keys', 'is', null).execute() // oxfmt-ignore
    if (rows.length < BATCH) return filled + rows.length
    after = String(rows.at(-1)?.sid)
  }
}
