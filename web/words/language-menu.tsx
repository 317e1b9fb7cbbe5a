import { GlobalOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { Lang } from '../../model/kit/fields.ts'
import type { FurtherLanguage } from '../../model/settings/languages/languages.ts'
import { useWords } from './language.ts'

type Props = { further: readonly FurtherLanguage[]; onChoose: (lang: Lang, code?: string) => Promise<void> }

/** Every language by its own name; the button names the one that is read now. */
export function LanguageMenu({ further, onChoose }: Props) {
  const { tag } = useWords()
  const languages: FurtherLanguage[] = [
    { code: 'zh-CN', name: '简体中文', fallback: 'zh' },
    { code: 'en', name: 'English', fallback: 'en' },
    ...further,
  ]
  const choose = (key: string) => {
    const chosen = languages.find(({ code }) => code === key)
    if (chosen) void onChoose(chosen.fallback, further.includes(chosen) ? chosen.code : undefined)
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [tag],
        items: languages.map(({ code, name }) => ({ key: code, label: <span lang={code}>{name}</span> })),
        onClick: ({ key }) => choose(key),
      }}
    >
      <Button type="text" className="language" icon={<GlobalOutlined />} lang={tag}>
        {languages.find(({ code }) => code === tag)?.name ?? tag}
      </Button>
    </Dropdown>
  )
}
