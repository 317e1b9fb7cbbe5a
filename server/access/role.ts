import { type Draft, onModel } from '../records/consequences.ts'
import { modelNamed } from '../records/models.ts'
import { faultAt } from '../records/validate.ts'
import type { Work } from '../records/work.ts'
import { refuse } from '../refusal.ts'

const ADMINISTRATOR = 'system_admin'

/** The administrators' role cannot be switched off or deleted: nobody could switch it on again. */
export function keepRoles() {
  onModel('role', {
    check: keepAdministrator,
    deleted: async (_work, rows) => {
      if (rows.some((row) => row.code === ADMINISTRATOR))
        refuse('rule', { summary_zh: '系统管理员角色不能删除', summary_en: 'The role of system administrator cannot be deleted' })
    },
  })
}

function keepAdministrator(work: Work, drafts: readonly Draft[]) {
  const model = modelNamed(work.tenant.models, 'role')
  for (const draft of drafts)
    if (draft.row.code === ADMINISTRATOR && draft.row.status !== '1')
      faultAt(work, model, draft, 'status', ['系统管理员角色不能停用', 'The role of system administrator stays active'])
}
