import { DeleteOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useRemove } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { useTellWarnings } from '../../records/warnings.ts'

/** Deletes a priority or a relation after asking. */
export function Remove({ model, sid, name }: { model: string; sid: string; name: string }) {
  const { t } = useWords()
  const { modal, message } = App.useApp()
  const tellWarnings = useTellWarnings()
  const client = useQueryClient()
  const remove = useRemove(model)
  const ask = () =>
    modal.confirm({
      title: t('delete.title', { name }),
      content: t('relations.removeText'),
      okText: t('delete.delete'),
      okButtonProps: { danger: true },
      onOk: () =>
        // A refusal has already been shown; the dialog closes in any case.
        remove.mutateAsync([sid]).then(
          ({ proposed, message: told }) => {
            if (!proposed) message.success(t('delete.done', { name }))
            if (told) tellWarnings({ warnings: [told] })
            void client.invalidateQueries()
          },
          () => undefined,
        ),
    })
  return <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={`${t('delete.delete')} ${name}`} onClick={ask} />
}
