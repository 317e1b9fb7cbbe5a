import { App } from 'antd'
import { useNavigate } from 'react-router'
import { useRemove } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'

type Removed = { model: string; sid: string; name: string; says: string }

/** Deletes a record after a question about its child records, and returns to its list. */
export function useRemoval({ model, sid, name, says }: Removed) {
  const { t } = useWords()
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const remove = useRemove(model)
  const gone = async () => {
    await remove.mutateAsync([sid])
    await navigate(pageOf(model))
  }
  return () =>
    modal.confirm({
      title: t('delete.title', { name }),
      content: says,
      okText: t('delete.delete'),
      okButtonProps: { danger: true },
      onOk: () => gone().catch(() => undefined), // a refusal has already been shown
    })
}
