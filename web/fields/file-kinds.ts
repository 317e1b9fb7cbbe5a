// The sixteen file types with their own icon; all others have the default.
const EXTENSIONS: Record<string, string> = {
  docx: 'doc',
  xlsx: 'xls',
  pptx: 'ppt',
  jpeg: 'jpg',
  tiff: 'tif',
  htm: 'default',
  '7z': 'zip',
  mpeg: 'mp4',
  mov: 'mp4',
}

export const FILE_KINDS = {
  csv: 'sheet',
  doc: 'word',
  dwg: 'drawing',
  gif: 'image',
  jpg: 'image',
  mp3: 'sound',
  mp4: 'video',
  pdf: 'pdf',
  png: 'image',
  ppt: 'slides',
  rar: 'archive',
  tif: 'image',
  txt: 'text',
  wav: 'sound',
  xls: 'sheet',
  zip: 'archive',
  default: 'any',
} as const

type FileKind = keyof typeof FILE_KINDS
export type FileShape = (typeof FILE_KINDS)[FileKind]

export function kindOf(name: string): FileKind {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = EXTENSIONS[extension] ?? extension
  return isKind(kind) ? kind : 'default'
}

const isKind = (kind: string): kind is FileKind => Object.hasOwn(FILE_KINDS, kind)

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(0)} KB`
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`
}
