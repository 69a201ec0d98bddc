"""The frame of the API for other programs: requests, answers, problems, rates, its schema and documents."""
