import { Input } from 'antd'
import { Link } from 'react-router'
import { useSchema } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'
import { useNames } from '../names.ts'
import { storedText } from '../validate.ts'
import { FilterText } from '../filters.tsx'
import type { CellProps, EditorProps, FieldView } from '../view.ts'
import { inputFacts, isBlank } from '../view.ts'

const Cell = ({ value, field, record }: CellProps) => {
  if (isBlank(value)) return null
  const entity = field.code === 'record_sid' && record?.['entity']
  if (typeof entity === 'string') return <RecordName entity={entity} sid={String(value)} />
  if (field.code === 'colour' && COLOUR.test(String(value)))
    return <span className="swatch" role="img" aria-label={String(value)} style={{ background: String(value) }} />
  if (field.code === 'entity' && MODEL.test(String(value))) return <EntityName code={String(value)} />
  return <span className={field.number ? 'number' : undefined}>{String(value)}</span>
}

// A price has an `entity` too: the size of the payer, in capitals.
const MODEL = /^[a-z_]+$|^\*$/

const COLOUR = /^#[0-9a-f]{6}$/i

/** A record by its name; one that is deleted or hidden has none. */
function RecordName({ entity, sid }: { entity: string; sid: string }) {
  const name = useNames(entity, [sid]).get(sid)
  if (!name) return <span className="none">—</span>
  return (
    <Link to={pageOf(entity, `/${sid}`)} onClick={(event) => event.stopPropagation()} className="ref">
      {name}
    </Link>
  )
}

/** The name of a kind of record, with its code. */
function EntityName({ code }: { code: string }) {
  const { lang } = useWords()
  const schema = useSchema(code === '*' ? undefined : code).data
  return <span title={code}>{schema ? schema[lang] : code}</span>
}

const Editor = (props: EditorProps) => {
  const { field, value, onChange } = props
  const text = isBlank(value) ? '' : String(value)
  return (
    <Input
      {...inputFacts(props)}
      value={text}
      onChange={(event) => onChange?.(event.target.value || null)}
      {...(field.max && {
        count: {
          max: field.max,
          strategy: (typed) => [...storedText(field, typed)].length,
          show: ({ count }) => (count > (field.max ?? 0) * 0.8 ? `${count} / ${field.max}` : ''),
        },
      })}
      autoComplete="off"
    />
  )
}

export const string: FieldView = { Cell, Editor, Filter: FilterText, width: 160 }
