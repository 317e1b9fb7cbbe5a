import { App } from 'antd'
import { useLimits } from '../../api/limits.ts'
import { useWords } from '../../words/language.ts'

/** Whether a file keeps to the limit of the tenant; a larger one is refused in words before it is sent. */
export function useFits() {
  const { t } = useWords()
  const { notification } = App.useApp()
  const limits = useLimits()
  return ({ name, size }: { name: string; size: number }) => {
    if (!limits || size <= limits.document_mb << 20) return true
    notification.error({ title: t('file.tooLarge', { name, max: limits.document_mb }) })
    return false
  }
}
