import { type ChecklistItem, checklistFor, INSTRUCTION_KINDS } from '../../model/instructions/checklist.ts'
import { CLOSED, OPEN } from '../../model/instructions/lifecycle.ts'
import { readPeople } from '../auth/session/read-actor.ts'
import { refuse } from '../errors.ts'
import { lockKey, type Context, type DraftOf } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'
import { recordRound } from './rounds.ts'

type Draft = DraftOf<'agency_instruction'>
type Drafts = readonly Draft[]

const instructions = (ctx: Context) => modelNamed(ctx.tenant.models, 'agency_instruction')

/** A new one is drawn up from its case: title, agency, documents and checklist, as far as the person gave none. */
export async function prepareInstructions(ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    const { row, before, transition } = draft
    // An agency to which it was never sent cannot see it later either.
    if (transition === 'cancel' && before?.status === 'PREPARING') setValue(draft, 'agency_sid', null)
    if (!row.case_sid || (before && transition !== 'send')) continue
    const head = await ctx.db
      .selectFrom('case')
      .select(['kind', 'case_no', 'title', 'agency_sid', 'applicant_sids', 'inventor_sids'])
      .where('sid', '=', row.case_sid)
      .executeTakeFirst()
    if (!head) continue
    setValue(draft, 'agency_sid', head.agency_sid)
    if (before) continue
    const kind = row.kind ?? 'FILING'
    if (!row.title) setValue(draft, 'title', `${head.case_no ?? ''} ${INSTRUCTION_KINDS[kind].join(' / ')}`.trim())
    if ((row.document_sids ?? []).length === 0 && kind === 'FILING') setValue(draft, 'document_sids', await technicalDrafts(ctx, row.case_sid))
    if ((row.checklist ?? []).length > 0) continue
    const items = checklistFor(kind, ctx.tenant.models.kinds.get(head.kind ?? '')?.instructions)
    const sent = draft.row.document_sids ?? []
    const facts = {
      ...(await factsOf(ctx, { ...head, case_sid: row.case_sid })),
      documents: sent.map(() => ''),
      drawings: await drawingsAmong(ctx, sent),
    }
    setValue(draft, 'checklist', items.map((item) => answered(ctx, item, facts))) // oxfmt-ignore
  }
}

/** The main versions of the technical drafts of a case. */
async function technicalDrafts({ db }: Context, case_sid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select('sid')
    .where('case_sid', '=', case_sid)
    .where('deleted_at', 'is', null)
    .where('is_main', '=', true)
    .where('visibility', '=', 'V1')
    .orderBy('created_at')
    .limit(50)
    .execute()
  return rows.map(({ sid }) => sid)
}

/** A picture or a file of a drawing program, or one that is called a drawing. */
const DRAWING = /\.(?:png|jpe?g|tiff?|gif|bmp|svg|dwg|dxf|step|stp)$|附图|图纸|drawing|figure/i

async function drawingsAmong({ db }: Context, sids: readonly string[]): Promise<string[]> {
  if (sids.length === 0) return []
  const rows = await db.selectFrom('document').select('file_name').where('sid', 'in', [...sids]).orderBy('created_at').execute() // oxfmt-ignore
  return rows.flatMap(({ file_name }) => (file_name && DRAWING.test(file_name) ? file_name : []))
}

type Facts = Record<NonNullable<ChecklistItem['from']>, readonly string[]>

/** The names and numbers by which the case answers an item. */
async function factsOf({ db }: Context, head: { case_sid: string; applicant_sids: string[] | null; inventor_sids: string[] | null }) {
  const names = async (model: 'applicant' | 'inventor', sids: readonly string[]) => {
    if (sids.length === 0) return []
    const rows = await db.selectFrom(model).select(['sid', 'name']).where('sid', 'in', [...sids]).execute() // oxfmt-ignore
    return sids.flatMap((sid) => rows.find((row) => row.sid === sid)?.name ?? [])
  }
  const claims = await db.selectFrom('priority').select('priority_no').where('case_sid', '=', head.case_sid).where('deleted_at', 'is', null).execute()
  return {
    applicants: await names('applicant', head.applicant_sids ?? []),
    inventors: await names('inventor', head.inventor_sids ?? []),
    priorities: claims.map(({ priority_no }) => priority_no ?? ''),
  }
}

function answered({ lang }: Context, { words, from }: ChecklistItem, facts: Facts) {
  const found = from ? facts[from] : []
  const note = found.filter(Boolean).join(lang === 'zh' ? '、' : ', ').slice(0, 255) // oxfmt-ignore
  const state = found.length === 0 ? ('NONE' as const) : from === 'documents' || from === 'drawings' ? ('ATTACHED' as const) : ('ON_FILE' as const)
  const [item, item_en] = words
  return { item, item_en, state, note: note || null }
}

export async function checkInstructions(ctx: Context, drafts: Drafts) {
  const model = instructions(ctx)
  for (const draft of drafts) {
    const { row, before, changed, transition } = draft
    const fault = (code: string, words: readonly [string, string]) => faultAt(ctx, model, draft, code, words)
    if (!row.agency_sid && row.status !== 'CANCELLED' && transition !== 'cancel') fault('case_sid', ['案件没有代理机构', 'has no agency'])
    if (before && !transition && CLOSED.some((one) => one === before.status) && changed.size > 0)
      fault('status', ['已结束的指示不能修改', 'is closed, so the instruction cannot be changed'])
    if (!before && row.status !== 'PREPARING') fault('status', ['新建的指示须为“待发出”', 'of a new instruction is “To be sent”'])
    if (!before || changed.has('kind')) await checkSingle(ctx, draft)
    if (changed.has('kind') && before && before.status !== 'PREPARING')
      fault('kind', ['发出后不能修改', 'is not changed after the instruction was sent'])
    if (changed.has('document_sids')) await checkDocuments(ctx, draft)
    const isShown = transition === 'send' || row.status !== 'PREPARING'
    if (transition === 'send' || changed.has('agency_user_sid') || (isShown && changed.has('document_sids'))) await checkPerson(ctx, draft)
    if (transition === 'submit') await checkDraft(ctx, draft)
    else if (changed.has('draft_sid')) fault('draft_sid', ['随“提交稿件”更换', 'is given with the step that submits a draft'])
    if (!transition && changed.has('comment') && row.comment) fault('comment', ['随步骤填写，或使用留言', 'is given with a step, or as a comment'])
    if (transition === 'file') await warnOfCaseInPreparation(ctx, draft)
    if (transition && draft.faults.length === 0) await recordRound(ctx, draft, transition)
  }
}

/** The instruction ends, but its case goes on only with the number and day that the office gave. */
async function warnOfCaseInPreparation({ db, tenant }: Context, draft: Draft) {
  const { case_sid, kind } = draft.row
  if (kind !== 'FILING' || !case_sid) return
  const found = await db.selectFrom('case').select('phase').where('sid', '=', case_sid).executeTakeFirst()
  if (found?.phase !== 'PREPARATION') return
  warnAt(modelNamed(tenant.models, 'agency_instruction'), draft, {
    code: 'case_in_preparation',
    field: 'case_sid',
    words: [
      '仍在准备中。已有申请号和申请日时，请改在案件上登记受理，本指示随之结束；否则收到受理通知书后请在案件上登记，此前不产生任何期限',
      'is still in preparation. Where the office has given its number and date, record the filing on the case instead, which ends this instruction; otherwise do so when the filing receipt comes: no deadline is calculated before that',
    ],
    asks: true,
  })
}

/** A case has one open instruction of a kind: two drafts to be filed would contradict each other. */
async function checkSingle(ctx: Context, draft: Draft) {
  const { case_sid, kind } = draft.row
  if (!case_sid || kind !== 'FILING') return
  await lockKey(ctx, `instruction to file ${case_sid}`)
  const other = await ctx.db
    .selectFrom('agency_instruction')
    .select('title')
    .where('case_sid', '=', case_sid)
    .where('kind', '=', kind)
    .where('status', 'in', [...OPEN])
    .where('sid', '!=', draft.sid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (other)
    faultAt(ctx, instructions(ctx), draft, 'case_sid', [
      `已有未结束的同类指示：${other.title}`,
      `has an open instruction of this kind: ${other.title}`,
    ])
}

async function checkDocuments(ctx: Context, draft: Draft) {
  const sids = draft.row.document_sids ?? []
  if (sids.length === 0) return
  const rows = await ctx.db.selectFrom('document').select(['sid', 'case_sid']).where('sid', 'in', [...sids]).execute() // oxfmt-ignore
  if (rows.some(({ case_sid }) => case_sid !== draft.row.case_sid))
    faultAt(ctx, instructions(ctx), draft, 'document_sids', ['应为本案的文件', 'must be documents of this case'])
}

/** The contact must be of the case's agency, able to sign in, and allowed to open the sent documents. */
async function checkPerson(ctx: Context, draft: Draft) {
  const { agency_user_sid, agency_sid, document_sids } = draft.row
  if (!agency_user_sid || !agency_sid) return
  const [person] = await readPeople({ ...ctx.tenant, db: ctx.db }, [agency_user_sid])
  const fault = (code: string, words: readonly [string, string]) => faultAt(ctx, instructions(ctx), draft, code, words)
  if (!person || person.platform !== 2 || person.agency_sid !== agency_sid)
    return fault('agency_user_sid', ['应为该案代理机构中有账号的人员', 'must be a person with an account at the agency of the case'])
  if ((document_sids ?? []).length === 0) return
  const sent = await ctx.db.selectFrom('document').select(['file_name', 'visibility']).where('sid', 'in', [...(document_sids ?? [])]).execute() // oxfmt-ignore
  const closed = sent.filter(({ visibility }) => !person.document_classes.includes(visibility ?? '')).map(({ file_name }) => file_name)
  if (closed.length > 0) fault('document_sids', [`代理机构无权查看：${closed.join('、')}`, `cannot be opened by the agency: ${closed.join(', ')}`])
}

/** The draft is a file of the agency on this case: the first, or the next version of the one before. */
async function checkDraft(ctx: Context, draft: Draft) {
  const { row, before } = draft
  if (!row.draft_sid) return
  const fault = (zh: string, en: string) => faultAt(ctx, instructions(ctx), draft, 'draft_sid', [zh, en])
  const rows = await ctx.db
    .selectFrom('document')
    .select(['sid', 'case_sid', 'document_key', 'is_main'])
    .where('sid', 'in', [row.draft_sid, ...(before?.draft_sid ? [before.draft_sid] : [])])
    .where('deleted_at', 'is', null)
    .execute()
  const file = rows.find(({ sid }) => sid === row.draft_sid)
  const last = rows.find(({ sid }) => sid === before?.draft_sid)
  if (!file || file.case_sid !== row.case_sid) return fault('应为本案的文件', 'must be a document of this case')
  if (file.sid === last?.sid) return fault('请上传新版本的稿件', 'has been submitted before; upload a new version')
  if (last && file.document_key !== last.document_key)
    return fault('应作为上一稿的新版本上传', 'must be uploaded as a new version of the draft before it')
  if (!file.is_main) fault('应为稿件的主版本', 'must be the main version of the draft')
}

/** An instruction that the agency has received is cancelled, not deleted. */
export async function refuseSentOnes(ctx: Context, rows: readonly { status?: unknown }[]) {
  if (ctx.actor.sid !== null && rows.some(({ status }) => status !== 'PREPARING'))
    refuse('rule', { summary_zh: '已发出的指示不能删除，请撤销', summary_en: 'An instruction that was sent is not deleted; cancel it instead' })
}
