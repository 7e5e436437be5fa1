/** A module that a thread of a test can't load. */
throw new Error('the module is broken');
