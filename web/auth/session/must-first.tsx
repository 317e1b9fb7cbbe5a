import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { logOut } from '../../api/call.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { useWords } from '../../words/language.ts'

type MustFirstProps = { title: string; text: string; children: ReactNode }

/** Every other screen is blocked until this is done. */
export function MustFirst({ title, text, children }: MustFirstProps) {
  const { t } = useWords()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className="notice left">
      <h1>{title}</h1>
      <p className="quiet">{text}</p>
      {children}
      <p className="notice-acts">
        <LanguageSwitch />
        <Button type="text" onClick={() => void logOut()}>
          {t('user.logout')}
        </Button>
      </p>
    </main>
  )
}
