import { Button } from 'antd'
import { useRouteError } from 'react-router'
import { Notice } from '../../ui/faults/notice.tsx'
import { useWords } from '../../words/language.ts'

/** Shows that a screen failed, with the possible actions; the rest of the page stays. */
export function Crash() {
  const { t } = useWords()
  const error = useRouteError()
  const text = error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error)
  // After an update the old code files are gone; a reload gets the new ones.
  const isOld = /dynamically imported module|Importing a module script failed/i.test(text)
  return (
    <Notice
      title={t(isOld ? 'crash.old' : 'crash.title')}
      text={t('crash.kept')}
      extra={
        <Button type="primary" onClick={() => location.reload()}>
          {t('crash.reload')}
        </Button>
      }
    >
      <details>
        <summary>{t('crash.details')}</summary>
        <pre>{text}</pre>
      </details>
    </Notice>
  )
}
