import { TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useSchema } from '../../api/api.ts'
import { matrixPage } from '../../api/page-of.ts'
import type { ListOwn } from '../../records/list/list-own.ts'
import { ModelList } from '../../records/list/list.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'
import { useSeesMatrix } from './sees-matrix.ts'

/** The roles, with the matrix of their permissions and the comparison of the selected ones. */
export function RoleList() {
  const { data: schema } = useSchema('role')
  const seesMatrix = useSeesMatrix()
  return schema ? <ModelList schema={schema} own={seesMatrix ? OWN : NONE} /> : <PageSkeleton />
}

const NONE: ListOwn = {}
const OWN: ListOwn = { acts: <ToMatrix />, Batch: Compare }

function ToMatrix() {
  const { t } = useWords()
  return (
    <Link to={matrixPage()}>
      <TableOutlined aria-hidden /> {t('matrix.title')}
    </Link>
  )
}

function Compare({ sids }: { sids: readonly string[] }) {
  const { t } = useWords()
  const navigate = useNavigate()
  if (sids.length < 2) return null
  return (
    <Button size="small" icon={<TableOutlined />} onClick={() => navigate(`${matrixPage(sids.slice(0, 50))}&only=1`)}>
      {t('matrix.compare', { count: Math.min(sids.length, 50) })}
    </Button>
  )
}
