import { Notice } from '../../ui/faults/notice.tsx'
import { useWords } from '../../words/language.ts'

/** Opened by a menu whose resource is no longer valid. */
export function MenuInvalid() {
  const { t } = useWords()
  return <Notice isPage={false} title={t('menuInvalid.title')} text={t('menuInvalid.text')} />
}
