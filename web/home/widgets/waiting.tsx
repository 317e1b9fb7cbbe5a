import { ReloadOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useWords } from '../../words/language.ts'

type WaitingProps = { query: { isError: boolean; refetch: () => unknown }; rows?: number }

/** The placeholder of loading content, with a quiet message if it fails. */
export function Waiting({ query, rows = 4 }: WaitingProps) {
  const { t } = useWords()
  if (!query.isError) return <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
  return (
    <p className="quiet first-step" role="status">
      {t('home.failed')}
      <Button size="small" icon={<ReloadOutlined />} onClick={() => void query.refetch()}>
        {t('home.again')}
      </Button>
    </p>
  )
}
