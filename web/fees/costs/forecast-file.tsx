import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { forecastFile } from '../../../model/fees/annuities/years-ahead-actions.ts'
import { fetchFile } from '../../api/call.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { useWords } from '../../words/language.ts'

type ForecastFileProps = { span: 'MONTHS' | 'YEARS'; name: string; iql: string }

/** The forecast that is looked at, with each fee behind it. */
export function ForecastFile({ span, name, iql }: ForecastFileProps) {
  const { t } = useWords()
  const saveFile = useSaveFile()
  const query = { span, ...(iql && { iql }) }
  return (
    <Button icon={<DownloadOutlined />} onClick={() => void saveFile(() => fetchFile(forecastFile, {}, query), `${name}.xlsx`)}>
      {t('forecast.file')}
    </Button>
  )
}
