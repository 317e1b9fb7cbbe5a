import type { Model } from '../../model/kit/model.ts'
import { searchKeys } from '../../model/patents/numbers/search-keys.ts'
import type { Draft } from '../records/consequences.ts'
import { faultAt } from '../records/validate.ts'
import type { Work } from '../records/work.ts'

/** The number of a case that was deleted stays that case's own. */
export async function refuseReused(work: Work, model: Model, drafts: readonly Draft[]) {
  const given = drafts.filter(({ row, changed }) => changed.has('case_no') && typeof row.case_no === 'string')
  const keys = [...new Set(given.flatMap(({ row }) => searchKeys(String(row.case_no))))]
  if (keys.length === 0) return
  const gone = await work.db
    .selectFrom(model.name)
    .select(['sid', 'case_no', 'company_sid'])
    .where((eb) => eb('number_keys', '&&', eb.val(keys)))
    .where('deleted_at', 'is not', null)
    .execute()
  for (const draft of given) {
    const { case_no, company_sid } = draft.row
    const isHis = gone.some((row) => row.sid !== draft.sid && same(row.case_no, case_no) && row.company_sid === company_sid)
    if (isHis)
      faultAt(work, model, draft, 'case_no', [
        '已是一件已删除案件的案号，不再使用',
        'was the number of a case that has been deleted and is not given again',
      ])
  }
}

const same = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()
