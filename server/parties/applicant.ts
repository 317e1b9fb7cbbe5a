import { similarApplicants } from '../../model/parties/party-actions.ts'
import { checkCreditCode } from '../../model/kit/identity/company-codes.ts'
import { isCountry } from '../../model/kit/identity/countries.ts'
import { type NumberFault } from '../../model/kit/identity/fault.ts'
import { checkIdNumber, checkResidentId } from '../../model/kit/identity/person-codes.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { printIql } from '../../model/kit/iql/print.ts'
import type { Model } from '../../model/kit/model.ts'
import { type Call, perform } from '../records/actions.ts'
import { accessOf } from '../records/permission/permission.ts'
import { search } from '../records/query/search.ts'
import { sidsSpelt } from '../records/query/words/spelt.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'
import type { Part } from '../records/modules.ts'
import type { Context, Draft, DraftOf } from '../records/context.ts'

export const applicants: Part = {
  hooks: [
    { model: 'applicant', prepare: (_work, drafts) => tidyNames(drafts), check: checkApplicants },
    { model: 'inventor', prepare: (_work, drafts) => tidyNames(drafts), check: checkInventors },
  ],
  actions: perform(similarApplicants, similar),
}

/** Two spaces or a full-width one do not make another name. */
function tidyNames(drafts: readonly (DraftOf<'applicant'> | DraftOf<'inventor'>)[]) {
  for (const draft of drafts)
    for (const code of ['name', 'name_en'] as const) {
      const name = draft.row[code]
      if (name !== null) setValue(draft, code, name.trim().replace(/\s+/gu, ' '))
    }
}

async function checkApplicants(ctx: Context, drafts: readonly DraftOf<'applicant'>[]) {
  const model = modelNamed(ctx.tenant.models, 'applicant')
  for (const draft of drafts) {
    const { changed } = draft
    const { uscc, id_type, id_no } = draft.row
    if (changed.has('uscc') && uscc !== null) faultsAt(ctx, model, draft, 'uscc', checkCreditCode(uscc))
    if (id_no !== null && (changed.has('id_no') || changed.has('id_type')))
      faultsAt(ctx, model, draft, 'id_no', checkIdNumber(id_type, id_no, ctx.today))
  }
  await warnOfSameName(ctx, model, drafts)
}

/** Another applicant has the same name: it may be the same one, entered twice. Only a person is asked to confirm. */
async function warnOfSameName(ctx: Context, model: Model, drafts: readonly DraftOf<'applicant'>[]) {
  const named = drafts.filter(({ row, changed }) => changed.has('name') && row.name !== null)
  if (named.length === 0 || !(ctx.warnings || ctx.confirmed || ctx.from_file)) return
  const keys = [...new Set(named.map(({ row }) => nameKey(row.name)))]
  const rows = await ctx.db
    .selectFrom('applicant')
    .select(['sid', 'name'])
    .where('sid', 'in', sidsSpelt(model, ['name'], keys))
    .where('deleted_at', 'is', null)
    .execute()
  for (const draft of named) {
    const { name } = draft.row
    if (!rows.some((row) => row.sid !== draft.sid && nameKey(row.name) === nameKey(name))) continue
    const words = [`已有同名申请人“${name}”`, `An applicant named “${name}” already exists`] as const
    warnAt(model, draft, { code: 'same_name', field: 'name', words, asks: true })
  }
}

const nameKey = (name: string | null) => (name ?? '').toLowerCase()

/** The request form states the ID number of a Chinese first inventor. */
function checkInventors(ctx: Context, drafts: readonly DraftOf<'inventor'>[]) {
  const model = modelNamed(ctx.tenant.models, 'inventor')
  for (const draft of drafts) {
    const { id_no, nationality } = draft.row
    const isResident = nationality === 'CN' || (nationality === null && id_no?.length === 18)
    if ((draft.changed.has('id_no') || draft.changed.has('nationality')) && id_no !== null)
      faultsAt(ctx, model, draft, 'id_no', isResident ? checkResidentId(id_no, ctx.today) : checkIdNumber(undefined, id_no))
    if (draft.changed.has('nationality') && nationality !== null && !isCountry(nationality))
      faultAt(ctx, model, draft, 'nationality', ['应为两位国家代码，如 CN', 'must be a two-letter country code such as CN'])
  }
}

export function faultsAt(ctx: Context, model: Model, draft: Draft, code: string, faults: readonly NumberFault[]) {
  for (const { level, zh, en } of faults) if (level === 'error') faultAt(ctx, model, draft, code, [zh, en])
}

/** Those of the same name, however it is spaced or capitalised, to be looked at before making another. */
async function similar({ ctx, model, body }: Call<typeof similarApplicants>) {
  const name = (body.name ?? '').normalize('NFKC').trim().replace(/\s+/gu, ' ')
  if (name === '') return { record: [] }
  const pattern = name.replace(/[\\%_]/g, '\\$&').replaceAll(' ', '%')
  const where: Condition = { kind: 'like', path: ['name'], at: 0, negated: false, value: { kind: 'text', value: pattern, at: 0 } }
  const mayRead = (code: string) => accessOf(ctx, model).mayRead(code)
  const fl = ['name', ...(mayRead('uscc') ? ['uscc'] : [])]
  const { record } = await search(ctx, model, { fl, iql: printIql({ where, order: [] }), rows: 20, total: 'none' })
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
  return { record: record.map((one) => ({ sid: String(one.sid), name: textOf(one.name) ?? '', uscc: textOf(one.uscc) })) }
}
