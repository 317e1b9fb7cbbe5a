import { GlobalOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { speak, useWords } from '../words/language.ts'

/** Names the other language in that language, so that its readers understand it. */
export function LanguageSwitch() {
  const { lang } = useWords()
  const client = useQueryClient()
  const change = async () => {
    await speak(lang === 'zh' ? 'en' : 'zh')
    // Labels and options come from the server in the caller's language.
    await client.invalidateQueries()
  }
  return (
    <Button type="text" className="language" icon={<GlobalOutlined />} onClick={() => void change()} lang={lang === 'zh' ? 'en' : 'zh-CN'}>
      {lang === 'zh' ? 'English' : '简体中文'}
    </Button>
  )
}
