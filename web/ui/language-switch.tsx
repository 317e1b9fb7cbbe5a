import { GlobalOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useTenant } from '../api/api.ts'
import { speak, useWords } from '../words/language.ts'

const LanguageMenu = lazy(async () => ({ default: (await import('../words/language-menu.tsx')).LanguageMenu }))

/** Names the other language in that language, so that its readers understand it; a tenant with more languages has a menu of them. */
export function LanguageSwitch() {
  const { lang } = useWords()
  const client = useQueryClient()
  const more = useTenant()?.languages
  const change = async (next: typeof lang, code?: string) => {
    await speak(next, code)
    // Labels and options come from the server in the caller's language.
    await client.invalidateQueries()
  }
  const other = lang === 'zh' ? 'en' : 'zh'
  const button = (
    <Button type="text" className="language" icon={<GlobalOutlined />} onClick={() => void change(other)} lang={other === 'en' ? 'en' : 'zh-CN'}>
      {other === 'en' ? 'English' : '简体中文'}
    </Button>
  )
  return more ? (
    <Suspense fallback={button}>
      <LanguageMenu further={more} onChoose={change} />
    </Suspense>
  ) : (
    button
  )
}
