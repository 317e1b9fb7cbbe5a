import { useWords } from '../../words/language.ts'
import { SavedList } from '../saved-list.tsx'

export function ReportsScreen() {
  const { t } = useWords()
  const options = [
    { code: 'period', width: 160 },
    { code: 'language', width: 180, none: t('report.readers') },
  ]
  return <SavedList model="report" options={options} intro={t('report.about')} />
}
