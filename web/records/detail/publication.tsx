import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button } from 'antd'
import { PUBLICATION_ACTS, publicationActions, type PublicationAct } from '../../../model/kit/publishing.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec, useWrite } from '../../api/api.ts'
import { displayName } from '../../fields/names.ts'
import { useWords, type Word } from '../../words/language.ts'

type PublicationProps = { schema: WireSchema; record: Rec }

const LABELS: Record<PublicationAct, Word> = { publish: 'publish.publish', revert: 'publish.revert', unpublish: 'publish.unpublish' }
const DONE: Record<PublicationAct, Word> = { publish: 'publish.published', revert: 'publish.reverted', unpublish: 'publish.unpublished' }
const ASKS: Partial<Record<PublicationAct, Word>> = { revert: 'publish.askRevert', unpublish: 'publish.askUnpublish' }

/** The publication actions of this record, as listed by the server. */
export function PublicationActs({ schema, record, isUnsaved = false }: PublicationProps & { isUnsaved?: boolean }) {
  const { t, lang } = useWords()
  const { message, modal } = App.useApp()
  const client = useQueryClient()
  const write = useWrite(schema.model, async (name: PublicationAct) => {
    const action = publicationActions(schema.model).find((one) => one.name === name)
    if (action) await act(action, { sid: record.sid })
  })
  const offered: readonly unknown[] = Array.isArray(record['publishing']) ? record['publishing'] : []

  const take = async (name: PublicationAct) => {
    const question = ASKS[name]
    if (question && !(await modal.confirm({ title: t(LABELS[name]), content: t(question, { name: displayName(record, schema, lang) }) }))) return
    try {
      await write.mutateAsync(name)
      // A published field is part of other models.
      await client.invalidateQueries({ queryKey: ['schema'] })
      message.success(t(DONE[name]))
    } catch {
      await client.invalidateQueries({ queryKey: [schema.model] }) // the fault is shown with the others; the record now contains its reason
    }
  }

  return PUBLICATION_ACTS.filter((name) => offered.includes(name)).map((name) => (
    <Button
      key={name}
      disabled={isUnsaved}
      title={isUnsaved ? t('publish.unsaved') : undefined}
      loading={write.isPending && write.variables === name}
      onClick={() => void take(name)}
    >
      {t(name === 'publish' && record['status'] === 'PUBLISH_FAILED' ? 'publish.retry' : LABELS[name])}
    </Button>
  ))
}

/** The reason of a failed publication is shown above the record until it succeeds. */
export function PublicationFault({ record }: Pick<PublicationProps, 'record'>) {
  const { t, lang } = useWords()
  const fault = record['publish_fault']
  if (typeof fault !== 'string' || fault === '') return null
  const [zh = '', en = zh] = fault.split(' / ')
  return <Alert type="error" showIcon className="spaced" title={t('publish.failed')} description={lang === 'zh' ? zh : en} />
}
