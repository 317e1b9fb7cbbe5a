import { DownloadOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { Link } from 'react-router'
import { exportWhole } from '../../model/settings/configuration/whole-export-routes.ts'
import { useWrite } from '../api/api.ts'
import { ask } from '../api/call.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { EntityPage } from '../records/entity-page.tsx'
import { useWords } from '../words/language.ts'
import { Refused } from './refused.tsx'

/** Everything of the tenant as open files; the file is found among the jobs. */
export const WholeExport = () => <EntityPage entity="configuration_pack" ability="export" content={Start} />

function Start() {
  const { t } = useWords()
  const { message } = App.useApp()
  const start = useWrite('job', () => ask(exportWhole, {}), { faults: 'own' })
  const begin = () =>
    start.mutateAsync(undefined).then(
      () => message.success(t('whole.started')),
      () => undefined, // the refusal is shown below
    )
  return (
    <div className="page">
      <PageHead title={t('whole.title')} name={t('whole.title')} />
      <section className="group">
        <p>{t('whole.text')}</p>
        <ul>
          <li>{t('whole.data')}</li>
          <li>{t('whole.documents')}</li>
          <li>{t('whole.left')}</li>
          <li>{t('whole.import')}</li>
        </ul>
        {start.error && <Refused error={start.error} />}
        <p>
          <Button type="primary" icon={<DownloadOutlined aria-hidden />} loading={start.isPending} onClick={() => void begin()}>
            {t('whole.start')}
          </Button>
        </p>
        {start.isSuccess && (
          <p role="status">
            {t('whole.running')} <Link to="/jobs">{t('whole.jobs')}</Link>
          </p>
        )}
      </section>
    </div>
  )
}
