import { Link } from 'react-router'
import type { MapBy, MapColumn, MapKind } from '../../model/technology/map-actions.ts'
import { sidsBelow, type SummedNode } from '../../model/technology/map.ts'
import { quoted } from '../api/iql.ts'
import { pageOf } from '../api/page-of.ts'
import { useWords } from '../words/language.ts'

type MatrixProps = {
  tree: readonly SummedNode[]
  columns: readonly MapColumn[]
  by: MapBy
  kinds: readonly MapKind[]
  /** The kind to which the table is limited. */
  kind: string
  nameOf: (node: SummedNode) => string
}

const flat = (nodes: readonly SummedNode[]): SummedNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

/** Nodes by years, kinds, departments or countries; the darker the more. Where one kind is counted, a number opens its cases. */
export function Matrix(props: MatrixProps) {
  const { t } = useWords()
  const { tree, columns, nameOf } = props
  const rows = flat(tree)
  const shown = columns.filter(({ key }) => tree.some((node) => node.byColumn.has(key)))
  const most = Math.max(1, ...rows.flatMap((node) => [...node.byColumn.values()]))
  return (
    <div className="matrix-frame">
      <table className="tech-matrix">
        <thead>
          <tr>
            <th scope="col">{t('technology.node')}</th>
            {shown.map(({ key, label }) => (
              <th key={key} scope="col">
                {label || t('technology.noValue')}
              </th>
            ))}
            <th scope="col">{t('technology.total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((node) => (
            <tr key={node.sid}>
              <th scope="row" style={{ paddingInlineStart: 8 + (node.level - 1) * 16 }}>
                <Link to={pageOf('tech_node', `/${node.sid}`)}>{nameOf(node)}</Link>
              </th>
              {shown.map(({ key }) => (
                <td key={key} style={shade((node.byColumn.get(key) ?? 0) / most)}>
                  <Count {...props} node={node} column={key} count={node.byColumn.get(key) ?? 0} />
                </td>
              ))}
              <td>
                <Count {...props} node={node} count={node.all} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const shade = (part: number) =>
  part === 0 ? {} : { background: `color-mix(in srgb, var(--ant-color-primary) ${Math.round(8 + part * 32)}%, transparent)` }

function Count({ node, column, count, by, kind, kinds }: MatrixProps & { node: SummedNode; column?: string; count: number }) {
  if (count === 0) return null
  const counted = kinds.find((one) => one.kind === (by === 'KIND' && column ? column : kind))
  const iql = counted && iqlOf(counted, { node, by, ...(column !== undefined && { column }) })
  return counted && iql ? <Link to={pageOf(counted.kind, `?iql=${encodeURIComponent(iql)}`)}>{count}</Link> : <>{count}</>
}

type Asked = { node: SummedNode; by: MapBy; column?: string }

function iqlOf({ fields }: MapKind, { node, by, column }: Asked): string {
  const own = `${fields.node} IN (${sidsBelow(node).map(quoted).join(', ')})`
  const code = { YEAR: fields.year, KIND: '', DEPARTMENT: fields.department, COUNTRY: fields.country }[by]
  if (column === undefined || code === '') return own
  if (column === '') return `${own} AND ${code} IS EMPTY`
  if (by === 'YEAR') return `${own} AND ${code} >= '${column}-01-01' AND ${code} <= '${column}-12-31'`
  return `${own} AND ${code} = ${quoted(column)}`
}
