import type { ListedFile } from '#contract/entities/file.ts';
import { sizeText } from '#contract/sizes.ts';
import dayjs from 'dayjs';
import { Trash2 } from 'lucide-react';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { TableColumn } from '#src/ui/table-column.ts';
import { FileName, fileNameOf, UsedIn, cannotDeleteReason } from './file-cells.tsx';

interface ColumnParts {
  readonly websiteId: string;
  /** The base of the files' addresses. */
  readonly base: URL;
  /** Why nothing can be deleted at the moment; null where it can. */
  readonly whyNoDelete: string | null;
  readonly ask: (file: ListedFile) => void;
}

/** The element id of a file's Delete button. */
export const deleteId = (fileId: string): string => `delete-${fileId}`;

/** The columns of the list of files. */
export function fileColumns({ websiteId, base, whyNoDelete, ask }: ColumnParts): readonly TableColumn<ListedFile>[] {
  return [
    {
      id: 'name',
      header: 'NAME',
      sortable: true,
      primary: true,
      width: '36%',
      lines: 2,
      cell: (file) => <FileName file={file} base={base} />,
    },
    {
      id: 'bytes',
      header: 'SIZE',
      sortable: true,
      width: '13%',
      noWrap: true,
      cell: (file) => (typeof file.bytes === 'number' ? sizeText(file.bytes) : ''),
    },
    {
      id: 'created_at',
      header: 'ADDED',
      sortable: true,
      width: '17%',
      noWrap: true,
      cell: (file) => (file.created_at ? dayjs(file.created_at).format('D MMM YYYY') : ''),
    },
    { id: 'used_in', header: 'USED IN', width: '25%', cell: (file) => <UsedIn file={file} websiteId={websiteId} /> },
    {
      id: 'delete',
      header: 'Delete',
      quiet: true,
      width: '9%',
      align: 'end',
      cell: (file) => {
        const reason = whyNoDelete ?? cannotDeleteReason(file);
        return (
          <IconButton
            id={deleteId(file.id)}
            label={`Delete ${fileNameOf(file)}`}
            title={reason ?? `Delete ${fileNameOf(file)}`}
            icon={<Trash2 />}
            aria-disabled={reason === null ? undefined : true}
            onClick={reason === null ? () => ask(file) : undefined}
          />
        );
      },
    },
  ];
}
