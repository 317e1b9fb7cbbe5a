import { type Lang, wordIn, type Words } from '../../model/kit/fields.ts'
import type { askAgency } from '../../model/reconciliation/docket-list-routes.ts'
import { LINE_RESULT } from '../../model/reconciliation/docket_line.ts'
import { refuse } from '../errors.ts'
import type { Call } from '../records/actions.ts'
import type { RowOf } from '../database/tables.ts'
import { accessOf } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { takeTransition } from '../records/write/transition.ts'
import { lockRows } from '../records/write/write.ts'
import { noteOnLine } from './note-on-line.ts'
import { refuseUnlessOpen } from './open-list.ts'

type Line = RowOf<'docket_line'>
const MAX_TOLD = 5000
const MAX_WRITTEN = 99_000

/** Prepares a question to the agency about the lines: a task to follow up, and the text of a mail that a person sends. */
export async function ask({ ctx, model, body: { sid, line_sids, due_date, assignee_sid, language } }: Call<typeof askAgency>) {
  const [list] = await lockRows(ctx, model, [sid], { verb: 'update' })
  if (!list) return refuse('not_found')
  await refuseUnlessOpen(ctx, [list.sid])
  const lines = modelNamed(ctx.tenant.models, 'docket_line')
  const rows = (await lockRows(ctx, lines, line_sids, { verb: 'transition' })).filter((row) => row.list_sid === sid)
  if (rows.length < new Set(line_sids).size) return refuse('not_found')
  const agency = await ctx.db.selectFrom('agency').select(['agency_name', 'email']).where('sid', '=', list.agency_sid).executeTakeFirst()
  const { mayRead, masks } = accessOf(ctx, modelNamed(ctx.tenant.models, 'agency'))
  const to = mayRead('email') && !masks('email') ? (agency?.email ?? null) : null
  const said = rows.map((row) => lineOf(row, language))
  const subject = wordIn(subjectOf(agency?.agency_name ?? '', rows.length), language).slice(0, 255)
  const task_sid = await createRow(ctx, modelNamed(ctx.tenant.models, 'task'), {
    ...{ title: subject, due_date, task_type: 'OTHER', description: cutLines(said, MAX_TOLD) },
    ...(assignee_sid && { assignee_sid }),
  })
  for (const row of rows) {
    if (row.status === 'OPEN') await takeTransition(ctx, lines, row.sid, 'ask', {})
    await noteOnLine(ctx, row.sid, { task_sid })
  }
  const [hello, please] = LETTER[language]
  return { task_sid, to, subject, body: [hello, '', please(due_date), '', cutLines(said, MAX_WRITTEN)].join('\n') }
}

const subjectOf = (agency: string, count: number): Words => [
  `案件清单核对：请${agency}确认 ${count} 项`,
  `Reconciliation of dockets: ${count} item(s) for ${agency} to confirm`,
]

const LETTER: Record<Lang, readonly [hello: string, please: (day: string) => string]> = {
  zh: ['您好：', (day) => `我方与贵所的案件清单核对后，下列各项不一致，请于 ${day} 前核实并回复：`],
  en: ['Dear colleagues,', (day) => `On comparing your docket list with our records we found the following. Please check and reply by ${day}:`],
}

const SIDES: Record<Lang, readonly [theirs: string, ours: string, row: (at: number) => string]> = {
  zh: ['贵方', '我方', (at) => `清单第 ${at} 行`],
  en: ['yours', 'ours', (at) => `row ${at} of your list`],
}

function lineOf({ about, row_no, what, what_en, theirs, ours, theirs_en, ours_en, note, note_en, result }: Line, lang: Lang): string {
  const [they, we] = lang === 'zh' ? [theirs, ours] : [theirs_en ?? theirs, ours_en ?? ours]
  const [yours, own, rowWords] = SIDES[lang]
  const words = LINE_RESULT[result ?? 'DIFFERENT']
  const where = [about ?? '', ...(row_no ? [rowWords(row_no)] : [])].filter(Boolean).join(lang === 'zh' ? '，' : ', ')
  const name = lang === 'zh' ? what : what_en
  const values = [...(they ? [`${yours} ${they}`] : []), ...(we ? [`${own} ${we}`] : [])].join(lang === 'zh' ? '；' : '; ')
  const found = result === 'DIFFERENT' ? '' : wordIn(FROM_THEIR_SIDE[result ?? 'DIFFERENT'] ?? words, lang)
  const says = lang === 'zh' ? note : note_en
  return `- ${[where, name, found, values, says].filter(Boolean).join(lang === 'zh' ? '：' : ': ')}`
}

/** As the agency reads it. */
const FROM_THEIR_SIDE: Partial<Record<keyof typeof LINE_RESULT, Words>> = {
  NOT_OURS: ['我方没有', 'not with us'],
  NOT_THEIRS: ['贵方清单没有', 'not in your list'],
}

function cutLines(lines: readonly string[], most: number): string {
  let length = 0
  const kept = lines.filter((line) => (length += line.length + 1) <= most - 20)
  return [...kept, ...(kept.length < lines.length ? [`… (${lines.length - kept.length})`] : [])].join('\n')
}
