import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import type { FieldGroup } from './form/form-fields.ts'

type FoldingGroupProps = {
  group: Pick<FieldGroup, 'label' | 'folded'>
  isForm?: boolean
  /** It holds a field that the person must see. */
  mustOpen?: boolean
  children: ReactNode
}

/** A group of fields under its title; one that a layout folds away opens with a click. Its fields stay part of the form. */
export function FoldingGroup({ group: { label, folded }, isForm = false, mustOpen = false, children }: FoldingGroupProps) {
  const [isOpen, setOpen] = useState(!folded || mustOpen)
  if (mustOpen && !isOpen) setOpen(true)
  const Box = isForm ? 'fieldset' : 'section'
  const Title = isForm ? 'legend' : 'h2'
  const title = folded ? (
    <button type="button" className="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />} {label}
    </button>
  ) : (
    label
  )
  return (
    <Box className="group">
      {label && <Title>{title}</Title>}
      {folded ? <div hidden={!isOpen}>{children}</div> : children}
    </Box>
  )
}
