import { useEffect, useState } from 'react';

/** An object URL for the file with this id on this device, revoked on unmount; null until the file is read. */
export function useObjectUrl(id: string | null, read: (id: string) => Promise<Blob | null>): string | null {
  const [current, setCurrent] = useState<{ readonly id: string; readonly url: string } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let url: string | null = null;
    let isStopped = false;
    read(id).then(
      (blob) => {
        if (isStopped || !blob) return;
        url = URL.createObjectURL(blob);
        setCurrent({ id, url });
      },
      // The user has signed out, or the store is closed: the file is shown without a picture.
      () => undefined,
    );
    return () => {
      isStopped = true;
      if (url === null) return;
      URL.revokeObjectURL(url);
      // A second render must not get the revoked URL.
      setCurrent(null);
    };
  }, [id, read]);
  return current !== null && current.id === id ? current.url : null;
}
