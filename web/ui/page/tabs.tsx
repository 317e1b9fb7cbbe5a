import { Tabs as AntTabs } from 'antd'
import type { TabsProps } from 'antd'
import { useWords } from '../../words/language.ts'

/** The tabs of Ant Design, with every text in the user's language. */
export function Tabs(props: TabsProps) {
  const { t } = useWords()
  return <AntTabs locale={{ dropdownAriaLabel: t('tabs.more') }} {...props} />
}
