import { App } from 'antd'
import { ApiFault } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'

/** Saves a file under its name; a refusal is shown in the server's words. */
export function useSaveFile(): (fetch: () => Promise<Blob>, name: string | ((blob: Blob) => string)) => Promise<void> {
  const { t } = useWords()
  const { notification } = App.useApp()
  return async (fetch, name) => {
    try {
      const blob = await fetch()
      saveAs(blob, typeof name === 'string' ? name : name(blob))
    } catch (fault) {
      notification.error({ title: t('file.downloadFailed'), description: fault instanceof ApiFault ? fault.message : String(fault) })
    }
  }
}

export function saveAs(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const anchor = Object.assign(document.createElement('a'), { href: address, download: name })
  document.body.append(anchor) // outside the page it may lose its name
  anchor.click()
  anchor.remove()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
