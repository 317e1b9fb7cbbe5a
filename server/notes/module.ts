import { findMentionable } from '../../model/notes/note-actions.ts'
import { actorIn } from '../records/acting/actor-name.ts'
import { type Actor, type Context, type DraftOf, type RowValues } from '../records/context.ts'
import { readPeople } from '../auth/session/read-actor.ts'
import { refuse } from '../errors.ts'
import type { ServerModule } from '../module.ts'
import { type Call, perform } from '../records/actions.ts'
import { notify } from '../records/notifying/notifications.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { readPage } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import { lockRows } from '../records/write/write.ts'

/** Notes on cases: only the author changes them, and mentioned people are notified. */
export const notesModule: ServerModule = {
  name: 'notes',
  after: ['cases'],
  hooks: [{ model: 'case_note', check, written: tell, deleted: refuseOthers }],
  actions: perform(findMentionable, people),
}

const notes = (ctx: Context) => modelNamed(ctx.tenant.models, 'case_note')

async function check(ctx: Context, drafts: readonly DraftOf<'case_note'>[]) {
  for (const draft of drafts) {
    if (draft.before && draft.before.created_by !== ctx.actor.sid)
      faultAt(ctx, notes(ctx), draft, 'text', ['只有作者可以修改', 'can be changed by its author only'])
    const mentioned = newlyMentioned(draft)
    if (mentioned.length === 0 || !draft.row.case_sid) continue
    const seeing = new Set((await thoseWhoSee(ctx, draft.row.case_sid, mentioned)).map(({ sid }) => sid))
    const blind = await namesOf(ctx, mentioned.filter((sid) => !seeing.has(sid))) // oxfmt-ignore
    if (blind.length > 0)
      faultAt(ctx, notes(ctx), draft, 'mention_sids', [
        `${blind.join('、')}看不到这个案件的备注，不能提及`,
        `cannot include ${blind.join(', ')}: no permission to see the notes of this case`,
      ])
  }
}

const newlyMentioned = ({ before, row }: DraftOf<'case_note'>): string[] =>
  [...new Set(row.mention_sids ?? [])].filter((sid) => !(before?.mention_sids ?? []).includes(sid))

/** The author needs the right to write on the case; newly mentioned people are notified. */
async function tell(ctx: Context, drafts: readonly DraftOf<'case_note'>[]) {
  for (const draft of drafts) {
    if (!draft.before && ctx.actor.sid !== null && (await lockRows(ctx, notes(ctx), [draft.sid], { verb: 'create' })).length === 0)
      refuse('not_found')
    const to = newlyMentioned(draft).filter((sid) => sid !== ctx.actor.sid)
    if (to.length === 0) continue
    const about = await ctx.db.selectFrom('case').select('case_no').where('sid', '=', draft.row.case_sid).executeTakeFirst()
    const number = about?.case_no ?? ''
    const title = `${ctx.actor.name}在 ${number} 的备注中提到了您`
    const title_en = `${actorIn(ctx.actor, 'en')} mentioned you in a note on ${number}`
    const link = `/m/case/${draft.row.case_sid}?tab=notes`
    await notify(ctx, to.map((user_sid) => ({ user_sid, level: 'INFO', title, title_en, link, about: null })), 'CASE') // oxfmt-ignore
  }
}

async function refuseOthers(ctx: Context, rows: readonly RowValues[]) {
  if (ctx.actor.sid !== null && rows.some(({ created_by }) => created_by !== ctx.actor.sid))
    refuse('rule', { summary_zh: '备注只能由作者删除', summary_en: 'A note can be deleted by its author only' })
}

const CANDIDATES = 30

/** The first people of that name who see the notes of the case, among those whom this person sees. */
async function people({ ctx, body: { case_sid, text = '' } }: Call<typeof findMentionable>) {
  await get(ctx, modelNamed(ctx.tenant.models, 'case'), case_sid)
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const placed = accessOf(ctx, model).mayRead('department_sid') ? ['department_sid'] : []
  const words = text.trim().replaceAll("'", "''")
  const { where } = readIql(words ? `name CONTAINS '${words}' OR name_en CONTAINS '${words}'` : undefined)
  const found = await readPage(
    ctx,
    model,
    ['sid', 'name', 'name_en', ...placed],
    { where: visible(ctx, model, where), order: [] },
    { start: 0, rows: CANDIDATES },
  )
  const seeing = new Set((await thoseWhoSee(ctx, case_sid, found.map(({ sid }) => String(sid)))).map(({ sid }) => sid)) // oxfmt-ignore
  const shown = found.filter(({ sid }) => seeing.has(String(sid)))
  return {
    record: shown.map(({ sid, name, name_en, department_sid: of }) => ({
      sid: String(sid),
      name: String((ctx.lang === 'en' && name_en) || name),
      department: (of as { name?: string } | null | undefined)?.name ?? null, // a reference, as search gives it
    })),
  }
}

/** Those of these people who see the case and may read its notes. */
async function thoseWhoSee(ctx: Context, case_sid: string, sids: readonly string[]): Promise<Actor[]> {
  const seeing: Actor[] = []
  for (const actor of await readPeople(ctx.tenant, sids)) if (await sees({ ...ctx, actor }, case_sid)) seeing.push(actor)
  return seeing
}

async function sees(theirs: Context, case_sid: string): Promise<boolean> {
  const { verbs } = accessOf(theirs, notes(theirs))
  if (!verbs.has('search') && !verbs.has('*')) return false
  const head = modelNamed(theirs.tenant.models, 'case')
  const { where } = readIql(`sid = '${case_sid}'`)
  return (await readPage(theirs, head, ['sid'], { where: visible(theirs, head, where), order: [] }, { start: 0, rows: 1 })).length > 0
}

async function namesOf({ db, lang }: Context, sids: readonly string[]): Promise<string[]> {
  if (sids.length === 0) return []
  const rows = await db
    .selectFrom('user_info')
    .select(['name', 'name_en'])
    .where('sid', 'in', [...sids])
    .execute()
  return rows.map(({ name, name_en }) => String((lang === 'en' && name_en) || name))
}
