// A screen may replace the editor of single fields, such as a number that is recognised during typing.
import type { ComponentType } from 'react'
import { createContext, useContext } from 'react'
import type { WireField } from '../../model/kit/wire/wire.ts'
import type { EditorProps } from './view.ts'
import { viewFor } from './views.ts'

export type Editors = Readonly<Record<string, ComponentType<EditorProps>>>

export const OwnEditors = createContext<Editors>({})

export const useEditor = (field: WireField): ComponentType<EditorProps> => useContext(OwnEditors)[field.code] ?? viewFor(field).Editor
