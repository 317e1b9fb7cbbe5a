import { Alert } from 'antd'
import { ApiFault } from '../api/fault.ts'
import { useWords } from '../words/language.ts'

/** The reason why the server refused settings. */
export function Refused({ error }: { error: Error }) {
  const { t } = useWords()
  return <Alert type="error" showIcon role="alert" className="spaced" title={error instanceof ApiFault ? error.message : t('fault.failed')} />
}
