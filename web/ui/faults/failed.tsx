import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useWords, type Word } from '../../words/language.ts'

/** The state of one or several queries: whether one failed, and how to repeat it. */
export type Asked = { isError: boolean; refetch: () => unknown }

/** Several queries as one: only those that failed are asked again. */
export const together = (...queries: readonly Asked[]): Asked => ({
  isError: queries.some(({ isError }) => isError),
  refetch: () => queries.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch()),
})

/** Shows that an answer is missing, with a button to repeat the query; empty without a failure. */
export function Failed({ query, words = 'home.failed' }: { query: Asked; words?: Word }) {
  const { t } = useWords()
  if (!query.isError) return null
  return (
    <p className="quiet failed-line" role="status">
      {t(words)}
      <Button size="small" icon={<ReloadOutlined />} onClick={() => void query.refetch()}>
        {t('home.again')}
      </Button>
    </p>
  )
}
