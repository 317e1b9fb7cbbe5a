import type { Menu } from '../../../model/auth/roles/rbac-menu-actions.ts'
import { useToDo } from '../../records/approval/approvals.ts'
import { useWords } from '../../words/language.ts'

/** Behind the menu of approvals, how many wait for this person. */
export const MenuCount = ({ menu }: { menu: Menu }) => (menu.path === '/approvals' ? <ToDoCount /> : null)

function ToDoCount() {
  const { t, tag } = useWords()
  const { data, isError } = useToDo()
  const count = data?.total ?? 0
  if (isError)
    return (
      <small className="menu-count" role="img" title={t('approval.uncounted')} aria-label={t('approval.uncounted')}>
        ?
      </small>
    )
  if (count === 0) return null
  return (
    <small className="menu-count number" title={t('approval.waiting', { count })}>
      {count.toLocaleString(tag)}
    </small>
  )
}
