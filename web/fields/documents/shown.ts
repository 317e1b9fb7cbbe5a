import type { Preview } from '../../../model/documents/preview.ts'

export type ViewedFile = { sid: string; name: string }
/** A file that is shown: a document, or one within it. */
export type Shown = ViewedFile & { packed?: { at: number; name: string } }

export type Kind = Preview['kind']
export type ContentProps<K extends Kind = Kind> = {
  shown: Shown
  preview: Extract<Preview, { kind: K }>
  zoom: number
  marked: string
  onPages: (count: number) => void
  onSheet: (sheet: number) => void
  onOpen: (packed: Shown['packed']) => void
}
