import { App } from 'antd'
import { useSchema, useSearch, useSession } from '../../api/api.ts'
import { RecordForm } from '../../records/form/record-form.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'

const MODEL = 'notice_preference'
const FIELDS = ['digest', 'language', 'muted']
const ASKED: ReadonlySet<string> = new Set(FIELDS)

/** The notifications that a person wants, and the frequency of the digest mail. */
export function NoticePreferences() {
  const { t } = useWords()
  const { message } = App.useApp()
  const me = useSession()?.user_sid
  const { data: schema } = useSchema(MODEL)
  const { data } = useSearch(MODEL, { fl: ['sid', 'version', ...FIELDS], iql: `user_sid = '${me}'`, rows: 1 })
  if (!schema || !data) return <PageSkeleton />
  const [record] = data.record
  const own = { ...schema, fields: schema.fields.filter(({ code }) => ASKED.has(code)) }
  return (
    <div className="narrow">
      <p className="quiet">{t('notices.text')}</p>
      <RecordForm
        key={record ? `${record.sid} ${record.version}` : 'new'}
        schema={own}
        {...(record && { record })}
        onSaved={() => message.success(t('saved'))}
        onCancel={() => undefined}
      />
    </div>
  )
}
