import { Alert } from 'antd'
import { ApiFault } from '../api/fault.ts'
import { useWords } from '../words/language.ts'

/** Why settings were not taken, in the words of the server. */
export function Refused({ error }: { error: Error }) {
  const { t } = useWords()
  return <Alert type="error" showIcon role="alert" className="spaced" title={error instanceof ApiFault ? error.message : t('fault.failed')} />
}
