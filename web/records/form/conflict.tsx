import { Button, Modal } from 'antd'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { viewFor } from '../../fields/views.ts'
import { useWords } from '../../words/language.ts'
import { isSame } from './form-fields.ts'

type ConflictProps = {
  schema: WireSchema
  mine: Readonly<Record<string, unknown>>
  theirs: Rec
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** An edit conflict: shows, field by field, the result of each of the two choices. */
export function Conflict({ schema, mine, theirs, onKeepMine, onTakeTheirs, onClose }: ConflictProps) {
  const { t } = useWords()
  const fields = schema.fields.filter((f) => f.code in mine && !isSame(mine[f.code], theirs[f.code]))
  return (
    <Modal
      open
      width={720}
      title={t('conflict.title')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('conflict.back')}</Button>
          <Button onClick={onTakeTheirs}>{t('conflict.theirs')}</Button>
          <Button type="primary" onClick={onKeepMine}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      <p>{t('conflict.text')}</p>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.yours')}</th>
            <th scope="col">{t('conflict.now')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => {
            const { Cell } = viewFor(field)
            return (
              <tr key={field.code}>
                <th scope="row">{field.label}</th>
                <td>
                  <Cell field={field} value={mine[field.code]} record={theirs} />
                </td>
                <td>
                  <Cell field={field} value={theirs[field.code]} record={theirs} />
                </td>
              </tr>
            )
          })}
          {fields.length === 0 && (
            <tr>
              <td colSpan={3}>{t('conflict.none')}</td>
            </tr>
          )}
        </tbody>
      </table>
    </Modal>
  )
}
