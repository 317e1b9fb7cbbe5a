import {
  AudioOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  FilePptOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FileZipOutlined,
  RadiusSettingOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { FileShape } from './file-kinds.ts'
import { FILE_KINDS, kindOf } from './file-kinds.ts'

const SHAPES: Record<FileShape, ComponentType> = {
  sheet: FileExcelOutlined,
  word: FileWordOutlined,
  drawing: RadiusSettingOutlined,
  image: FileImageOutlined,
  sound: AudioOutlined,
  video: VideoCameraOutlined,
  pdf: FilePdfOutlined,
  slides: FilePptOutlined,
  archive: FileZipOutlined,
  text: FileTextOutlined,
  any: FileOutlined,
}

/** The shape shows the family, the letters the type: .jpg and .png differ by more than colour. */
export function FileIcon({ name }: { name: string }) {
  const kind = kindOf(name)
  const Shape = SHAPES[FILE_KINDS[kind]]
  return (
    <span className="file-icon" data-kind={kind} aria-hidden>
      <Shape />
      {kind !== 'default' && <small>{kind}</small>}
    </span>
  )
}
